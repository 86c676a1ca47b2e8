// SPDX-License-Identifier: GPL-3.0-or-later

//! Functions, methods and closures that a compiler inlines.

struct Table {
    values: Vec<u64>,
}

impl Table {
    fn normalize(&mut self) {
        let largest = self.values.iter().copied().max().unwrap_or(1);
        for value in self.values.iter_mut() {
            *value = *value * 1000 / (largest + 1);
        }
    }

    fn weigh<F: Fn(u64) -> u64>(&self, weight: F) -> u64 {
        self.values.iter().map(|v| weight(*v)).sum()
    }
}

fn scramble(x: u64) -> u64 {
    x.wrapping_mul(6364136223846793005).rotate_left(17)
}

fn main() {
    let length = std::env::args().count() as u64 * 500;
    let mut table = Table { values: (0..length).map(|i| scramble(i) % 997).collect() };
    table.normalize();
    let mut sorted = table.values.clone();
    sorted.sort_by(|a, b| b.cmp(a));
    println!("{} {}", table.weigh(|v| v ^ 3), sorted[3]);
}
