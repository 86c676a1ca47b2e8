/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A library of a few bytes, of which the fuzzer of debug information makes its first inputs. */

int global;

static inline int twice(int x)
{
    return x * 2 + global;
}

struct Adder {
    int sum;
    int add(int i) { return sum += twice(i); }
};

namespace {
enum class Kind { plain, odd };

template <typename F, int N, Kind K> int each(F f, int (*g)(int), int Adder::*m, const Adder &a)
{
    int s = (int)K + g(N) + a.*m;
    for (int i = 0; i < 9; i++)
        s += f(i);
    return s;
}
}

int run(int n)
{
    struct Local {
        Adder &adder;
        int third(int x) { return adder.add(x) / 3; }
    };
    Adder adder{n};
    Local local{adder};
    auto generic = [&](auto i) { return local.third(i); };
    return each<decltype(generic), 3, Kind::odd>(generic, twice, &Adder::sum, adder);
}
