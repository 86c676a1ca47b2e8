/* Recursion that goes through function pointers: a tree that is walked by visitors, which walk on. */
#include <stdio.h>
#include <stdlib.h>

struct node {
    int key;
    struct node *left, *right;
};

typedef void visitor(struct node *node, int depth);

static long sum;

__attribute__((noinline)) static void walk(struct node *node, visitor *visit, int depth)
{
    if (!node)
        return;
    walk(node->left, visit, depth + 1);
    visit(node, depth);
    walk(node->right, visit, depth + 1);
}

__attribute__((noinline)) static void add(struct node *node, int depth)
{
    sum += node->key * depth;
}

/* Walks again, below itself, with the other visitor or with itself. */
__attribute__((noinline)) static void add_below(struct node *node, int depth)
{
    visitor *const next = depth % 2 == 0 ? add : add_below;

    sum += node->key;
    if (depth < 4)
        walk(node->right, next, depth + 2);
}

__attribute__((noinline)) static struct node *insert(struct node *node, int key)
{
    if (!node) {
        node = calloc(1, sizeof(*node));
        if (!node)
            abort();
        node->key = key;
    } else if (key < node->key) {
        node->left = insert(node->left, key);
    } else {
        node->right = insert(node->right, key);
    }
    return node;
}

/* Called by qsort(), which is recursive in a library of its own. */
__attribute__((noinline)) static int compare(const void *a, const void *b)
{
    const int *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

int main(void)
{
    struct node *root = NULL;
    int keys[60];

    for (int i = 0; i < 60; i++) {
        keys[i] = i * 37 % 61;
        root = insert(root, keys[i]);
    }
    walk(root, add, 0);
    walk(root, add_below, 1);
    qsort(keys, 60, sizeof(keys[0]), compare);
    printf("%ld %d\n", sum, keys[7]);
    return 0;
}
