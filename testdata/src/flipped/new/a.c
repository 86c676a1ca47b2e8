__attribute__((noinline)) static int weigh(int x) { return x * 3 + 1; }
int hot(int n) { int s = 0; for (int i = 0; i < n; i++) s += weigh(i); return s; }
