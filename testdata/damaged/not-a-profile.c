/* A C file, not a profile: an error, exit 1. */
#include <stdio.h>

int main(void)
{
    printf("events: Ir\n");
    return 0;
}
