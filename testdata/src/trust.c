/*
 * Copies each argument in a thread of its own, by memcpy() and strlen() of the C library: what a
 * run costs depends on its arguments, its environment and the processor. empty() does nothing.
 */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char copies[16][64];

void empty(void)
{
}

void *copy(void *argument)
{
    const char *text = argument;
    static int n_copies;

    memcpy(copies[n_copies++], text, strlen(text) + 1);
    return NULL;
}

int main(int argc, char **argv)
{
    empty();
    for (int i = 1; i < argc && i <= 16; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, copy, argv[i]);
        pthread_join(thread, NULL);
    }
    return copies[0][0] == '\0';
}
