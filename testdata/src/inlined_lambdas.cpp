/* SPDX-License-Identifier: GPL-3.0-or-later */

/*
 * Functions of which debug information has no linkage name: lambdas in static functions, local
 * classes, and what is in anonymous namespaces, with types of all kinds in their names.
 */

#include <algorithm>
#include <cstdio>
#include <vector>

struct Item {
    int key;
    long weight;
};

namespace {
enum class Kind { plain, odd };

typedef struct {
    int a, b;
} Pair;

int squared(int x)
{
    return x * x % 1009;
}

template <typename F> long each(int n, F f)
{
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += f(i);
    return sum;
}

template <int N, Kind K, bool B, char C> struct Fixed {
    int values[N];
    int at(unsigned i) const { return values[i % N] + (int)K + B + C; }
    template <typename U> U as(U u) { return u + values[0]; }
};

struct Meter {
    long sum = 0;
    Meter &operator<<=(long v)
    {
        sum += v;
        if (sum > 1000000)
            sum -= 999983;
        return *this;
    }
    bool operator<(const Meter &other) const { return sum < other.sum; }
    int twice(int x) const { return x * 2 + (int)sum; }
};

int apply(int (*f)(int), int x)
{
    return f(x) + 1;
}

int member(const Pair &pair, int Pair::*m)
{
    return pair.*m * 2;
}

int call(Meter &meter, int (Meter::*f)(int) const, int x)
{
    return (meter.*f)(x);
}

template <typename... A> int count(A... a)
{
    return (0 + ... + (int)a);
}

int many(volatile int *p, const char *const *q, unsigned long long u, signed char c, short s,
         unsigned short us, double d, bool b, const int n, Pair &&r, ...)
{
    *p = 3;
    return *p + (q != nullptr) + (int)u + c + s + us + (int)d + b + n + r.b;
}

auto multiplier(int x)
{
    return [x](int y) { return x * y; };
}

template <typename F> struct Wrap {
    F f;
    explicit Wrap(F g) : f(g) {}
    int run(int x)
    {
        auto outer = [this, x]() {
            auto inner = [this](int z) { return f(z) + 1; };
            return inner(x) + inner(x + 1);
        };
        return outer();
    }
};
}

static long heaviest(const std::vector<Item> &items, int limit)
{
    long most = 0;
    auto fits = [limit](const Item &item) { return item.key % 7 < limit; };
    auto heavier = [&](long weight) { return weight > most; };
    for (auto &item : items)
        if (fits(item) && heavier(item.weight))
            most = item.weight;
    return most;
}

static long sum(int n)
{
    struct Counter {
        long count;
        void add(int i) { count += squared(i); }
    };
    Counter counter{0};
    for (int i = 0; i < n; i++)
        counter.add(i);
    return counter.count;
}

static long mix(int n)
{
    struct Counter {
        long count;
        void add(int i) { count ^= squared(i) + 1; }
    };
    Counter counter{0};
    for (int i = 0; i < n; i++)
        counter.add(i);
    return counter.count;
}

static int in_blocks(int n)
{
    int s = 0;
    for (int i = 0; i < n; i++) {
        auto add = [&](int x) { s += x; };
        add(i);
        if (i % 2) {
            auto take = [&](int x) { s -= x / 2; };
            take(i);
        }
    }
    return s;
}

int main(int argc, char **)
{
    std::vector<Item> items;
    Fixed<4, Kind::odd, true, 'a'> fixed{{1, 2, 3, argc}};
    Meter meter;
    Pair pair{argc, 2};
    int k = argc;
    const char *q[] = {"a"};
    long s = 0;

    for (int i = 0; i < 1000; i++)
        items.push_back({squared(i), (i * 7919L) % 10007});
    std::sort(items.begin(), items.end(),
              [](const Item &a, const Item &b) { return a.key < b.key; });
    for (auto &item : items)
        meter <<= item.weight;
    std::sort(items.begin(), items.end(),
              [](const Item &a, const Item &b) { return a.weight < b.weight; });
    s += each(500, [&](int i) { return items[i].key * 3L; });
    s += each(700, [argc](int i) { return (long)(i ^ argc); });
    for (int i = 0; i < 300; i++) {
        s += fixed.at(i) + fixed.as((long)i) + apply([](int x) { return x ^ 5; }, i);
        s += member(pair, &Pair::a) + count(i, 2L, 'c', 2.5) + call(meter, &Meter::twice, i);
        s += many(&k, q, i, 'c', 3, 4, 5.0, true, i, Pair{i, 2}, 3) + multiplier(i)(argc);
        Wrap wrap([&](int x) { return x + argc; });
        s += wrap.run(i) + (meter < Meter{i});
    }
    auto generic = [](const auto &a, auto *b, int c) { return a + *b + c; };
    s += generic(argc, &k, 3) + generic(2L, &s, 3);
    printf("%ld %ld %ld %d\n", s, heaviest(items, 5), sum(1000) + mix(900), in_blocks(100));
}
