#include "base/step.h"

#include <stddef.h>

void (*step_hook)(const char *what) = NULL;

void step_done(const char *what)
{
    if (step_hook)
        step_hook(what);
}
