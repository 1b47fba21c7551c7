#include "base/pool.h"
#include "cli/cli.h"

#include <jansson.h>
#include <locale.h>
#include <malloc.h>
#include <signal.h>

int main(int argc, char **argv)
{
    struct cli cli = {.out = stdout};
    setlocale(LC_CTYPE, "C.UTF-8");
    /* A letter's buffers come and go by the hundred kilobyte: keep the memory between letters. */
    mallopt(M_TRIM_THRESHOLD, 32 << 20);
    mallopt(M_MMAP_THRESHOLD, 8 << 20);
#if !defined(__SANITIZE_ADDRESS__) /* which looks at every block on its own */
    json_set_alloc_funcs(pool_alloc, pool_free);
#endif
    signal(SIGPIPE, SIG_IGN);
    return cli_main(&cli, argc, argv);
}
