events: Ir
fn=house
1 1
