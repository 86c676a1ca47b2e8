// Recursion through inlined functions, and a header all of whose code is inlined.
#include <cstdio>
#include <cstdlib>

#line 1 "kin/twice.h"
namespace util {
static inline long twice(long x)
{
    long sum = 0;

    for (int i = 0; i < 20; i++)
        sum += x ^ i;
    return sum;
}
}
#line 17 "inlined_recursion.cpp"

namespace app {
struct node {
    node *left, *right;
    long key;
};

static inline long mix(long x)
{
    x ^= x >> 7;
    x *= 31;
    return x ^ (x << 3);
}

static inline node *fresh(long key)
{
    node *made = (node *)malloc(sizeof *made);

    made->left = made->right = nullptr;
    made->key = mix(key);
    return made;
}

__attribute__((noinline)) node *insert(node *at, long key);

// All ways from insert() back to it lead through this.
static inline node *descend(node *at, long key)
{
    if (mix(key) < at->key)
        at->left = insert(at->left, key);
    else
        at->right = insert(at->right, key);
    return at;
}

__attribute__((noinline)) node *insert(node *at, long key)
{
    if (at == nullptr)
        return fresh(key);
    return descend(at, key);
}

__attribute__((noinline)) long odd(node *at);

static inline long child(node *at)
{
    return at != nullptr ? odd(at) : mix(1);
}

__attribute__((noinline)) long even(node *at)
{
    return child(at->left) + mix(at->key) + child(at->right);
}

__attribute__((noinline)) long odd(node *at)
{
    long sum = mix(at->key) & 7;

    if (at->left != nullptr)
        sum += even(at->left);
    if (at->right != nullptr)
        sum += even(at->right);
    return sum;
}

__attribute__((noinline)) long ping(long n);
__attribute__((noinline)) long pong(long n);

// No name tells how often this is on the stack: it is in both.
static inline long toss(long n)
{
    return n > 0 ? (n & 1 ? ping(n - 1) : pong(n - 1)) : mix(n);
}

__attribute__((noinline)) long ping(long n)
{
    return toss(n) + 1;
}

__attribute__((noinline)) long pong(long n)
{
    return toss(n) * 2;
}
}

int main()
{
    app::node *root = nullptr;
    long sum = 0;

    for (long i = 0; i < 200; i++) {
        root = app::insert(root, i * 7919 % 1009);
        sum += util::twice(i);
    }
    printf("%ld\n", app::even(root) + app::ping(40) + sum);
}
