/* A small interpreter: eval() is its loop, and calls it again for each argument and each function. */
#include <stdio.h>

enum kind { NUMBER, VARIABLE, ADD, SUBTRACT, LESS, IF, CALL };

struct expression {
    enum kind kind;
    int value; /* number, or index of a variable or function */
    const struct expression *a, *b, *c;
};

struct frame {
    long argument;
    const struct frame *up;
};

__attribute__((noinline)) static long eval(const struct expression *e, const struct frame *frame);

__attribute__((noinline)) static long lookup(const struct frame *frame, int up)
{
    while (up-- > 0 && frame->up)
        frame = frame->up;
    return frame->argument;
}

__attribute__((noinline)) static long apply_add(const struct expression *e, const struct frame *frame)
{
    return eval(e->a, frame) + eval(e->b, frame);
}

__attribute__((noinline)) static long apply_subtract(const struct expression *e,
                                                     const struct frame *frame)
{
    return eval(e->a, frame) - eval(e->b, frame);
}

__attribute__((noinline)) static long apply_call(const struct expression *e,
                                                 const struct frame *frame);

static long (*const binary[])(const struct expression *, const struct frame *) = {
    [ADD] = apply_add, [SUBTRACT] = apply_subtract};

__attribute__((noinline)) static long eval(const struct expression *e, const struct frame *frame)
{
    for (;;) {
        switch (e->kind) {
        case NUMBER:
            return e->value;
        case VARIABLE:
            return lookup(frame, e->value);
        case IF:
            e = eval(e->a, frame) ? e->b : e->c;
            break;
        case LESS:
            return eval(e->a, frame) < eval(e->b, frame);
        case CALL:
            return apply_call(e, frame);
        default:
            return binary[e->kind](e, frame);
        }
    }
}

/* sum(n) = n < 2 ? n : sum(n - 1) + sum(n - 2) + n, and twice(n) = sum(n) + sum(n - 1). */
static const struct expression one = {NUMBER, 1, 0, 0, 0}, two = {NUMBER, 2, 0, 0, 0};
static const struct expression n = {VARIABLE, 0, 0, 0, 0};
static const struct expression is_less = {LESS, 0, &n, &two, 0};
static const struct expression n_1 = {SUBTRACT, 0, &n, &one, 0}, n_2 = {SUBTRACT, 0, &n, &two, 0};
static const struct expression sum_1 = {CALL, 0, &n_1, 0, 0}, sum_2 = {CALL, 0, &n_2, 0, 0};
static const struct expression both = {ADD, 0, &sum_1, &sum_2, 0};
static const struct expression more = {ADD, 0, &both, &n, 0};
static const struct expression sum = {IF, 0, &is_less, &n, &more};
static const struct expression sum_n = {CALL, 0, &n, 0, 0};
static const struct expression twice = {ADD, 0, &sum_n, &sum_1, 0};
static const struct expression *const functions[] = {&sum, &twice};

__attribute__((noinline)) static long apply_call(const struct expression *e,
                                                 const struct frame *frame)
{
    struct frame inner = {eval(e->a, frame), frame};

    return eval(functions[e->value], &inner);
}

int main(void)
{
    static const struct expression nine = {NUMBER, 9, 0, 0, 0};
    static const struct expression program = {CALL, 1, &nine, 0, 0};

    printf("%ld\n", eval(&program, &(struct frame){0, 0}));
    return 0;
}
