#include "base/fault.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

int fault_set(struct fault *fault, int exit_code, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    fault->exit = exit_code;
    vsnprintf(fault->text, sizeof fault->text, fmt, va);
    va_end(va);
    return -1;
}

void die_at(const char *file, int line, const char *fmt, ...)
{
    va_list va;
    va_start(va, fmt);
    fprintf(stderr, "courtier: bug at %s:%d: ", file, line);
    vfprintf(stderr, fmt, va);
    fputc('\n', stderr);
    va_end(va);
    abort();
}
