#include "base/embedded.h"
#include "base/fault.h"

#include <string.h>

const char *embedded_text(const char *name)
{
    for (const struct embedded *e = embedded_files; e->name; e++)
        if (strcmp(e->name, name) == 0)
            return e->text;
    die("db/%s is not in the program", name);
}
