// Functions that gcc and clang inline: of templates, in namespaces with and without a name, lambdas.
#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

namespace {

struct Grid {
    std::vector<int> cells;
    int at(int i) const
    {
        return cells[(size_t)i] * 3;
    }
};

int
mix(int a, int b)
{
    return a * 31 + b;
}

int
sum(const Grid &grid)
{
    int all = 0;

    for (int i = 0; i < (int)grid.cells.size(); i++)
        all = mix(all, grid.at(i));
    return all;
}

} // namespace

namespace shapes {

inline int
square(int x)
{
    return x * x;
}

template <class T>
T
twice(T x)
{
    return x + square((int)x);
}

} // namespace shapes

static int
depth(int n)
{
    return n <= 0 ? 0 : shapes::square(n) % 3 + depth(n - 1) + depth(n - 3);
}

int
main(int argc, char **argv)
{
    Grid grid;
    std::map<std::string, int> counts;

    for (int i = 0; i < 400; i++)
        grid.cells.push_back(shapes::twice(i % 7) + argc);
    std::sort(grid.cells.begin(), grid.cells.end(),
              [](int a, int b) { return shapes::square(a) > shapes::square(b); });
    for (int i = 0; i < 60; i++)
        counts[std::string(argv[0]) + char('a' + i % 26)] += i;
    printf("%d %zu %d\n", sum(grid), counts.size(), depth(9));
}
