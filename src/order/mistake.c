#include "order/mistake.h"
#include "base/fault.h"

#include <string.h>

void mistake_set(struct mistake *m, const char *code, int term, const struct arg *args, int nargs)
{
    insist(nargs <= ARGS_MAX);
    memset(m, 0, sizeof *m);
    m->code = code;
    m->term = term;
    m->nargs = nargs;
    if (nargs)
        memcpy(m->args, args, sizeof *args * (size_t)nargs);
}
