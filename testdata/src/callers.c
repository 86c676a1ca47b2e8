/*
 * The caller decides what the callee does: by batch load() is slow and by ui fast, which a profile
 * of their calls does not say.
 */
enum { BATCH_LOADS = 10, UI_LOADS = 1000 };

static volatile unsigned sink;

static void slow(void)
{
    for (unsigned i = 0; i < 8000; i++)
        sink += i;
}

static void fast(void)
{
    for (unsigned i = 0; i < 60; i++)
        sink += i;
}

static void load(void (*how)(void))
{
    for (unsigned i = 0; i < 3; i++)
        sink += i;
    how();
}

static void batch(void)
{
    for (int i = 0; i < BATCH_LOADS; i++)
        load(slow);
}

static void ui(void)
{
    for (int i = 0; i < UI_LOADS; i++)
        load(fast);
}

int main(void)
{
    batch();
    ui();
    return 0;
}
