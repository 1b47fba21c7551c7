/* replay: runs a fuzz target over its corpus, without a fuzzer: what `make check` does. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { INPUT_MAX = 4 << 20 };

static int run_file(const char *path)
{
    static uint8_t bytes[INPUT_MAX];
    FILE *f = fopen(path, "rb");
    if (!f)
        return -1;
    size_t n = fread(bytes, 1, sizeof bytes, f);
    fclose(f);
    /* An exact copy, so that a sanitizer sees a read behind the end. */
    uint8_t *copy = malloc(n ? n : 1);
    if (!copy)
        return -1;
    memcpy(copy, bytes, n);
    LLVMFuzzerTestOneInput(copy, n);
    free(copy);
    return 0;
}

int main(int argc, char **argv)
{
    const char *top = getenv("TOP_SRCDIR"), *name = strrchr(argv[0], '/');
    char dir[1024], path[2048];
    int n = 0, bad = 0;
    name = name ? name + 1 : argv[0];
    if (strncmp(name, "lt-", 3) == 0)
        name += 3;
    snprintf(dir, sizeof dir, "%s/tests/fuzz/corpus/%s", top ? top : ".",
             strncmp(name, "fuzz_", 5) == 0 ? name + 5 : name);
    if (argc > 1)
        snprintf(dir, sizeof dir, "%s", argv[1]);
    DIR *d = opendir(dir);
    if (!d) {
        printf("not ok - no corpus %s\n", dir);
        return 1;
    }
    for (struct dirent *e; (e = readdir(d));) {
        if (e->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s", dir, e->d_name);
        printf("# %s\n", e->d_name);
        fflush(stdout);
        if (run_file(path) == 0)
            n++;
        else
            bad++;
    }
    closedir(d);
    printf("%s - %s: %d inputs\n", n >= 10 && !bad ? "ok" : "not ok", name, n);
    return n >= 10 && !bad ? 0 : 1;
}
