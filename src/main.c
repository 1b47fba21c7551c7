#include "cli/cli.h"

#include <locale.h>
#include <signal.h>

int main(int argc, char **argv)
{
    struct cli cli = {.out = stdout};
    setlocale(LC_CTYPE, "C.UTF-8");
    signal(SIGPIPE, SIG_IGN);
    return cli_main(&cli, argc, argv);
}
