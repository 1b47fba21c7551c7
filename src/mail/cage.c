#include "mail/cage.h"

#include "mail/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <unistd.h>

/* Invariants of a child behind close_cage()
 * 1. It has two descriptors: 0 to read letters from, 1 to write answers to. It can open no other.
 * 2. It can get memory (bounded), the time, and end. Anything else kills it.
 * 3. It opens no file: charsets are loaded, and nothing else in the parser needs one. */

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) ||                         \
    __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifndef SANITIZED
#define SANITIZED 0
#endif

struct mail_cage {
    scmp_filter_ctx filter;
    rlim_t held; /* address space the keeper has by itself */
};

/* --- making it ----------------------------------------------------------------------------- */

static bool allow(scmp_filter_ctx f, int call)
{
    return seccomp_rule_add(f, SCMP_ACT_ALLOW, call, 0) == 0;
}

static bool allow_all(scmp_filter_ctx f)
{
    static const int calls[] = {
        SCMP_SYS(exit),         SCMP_SYS(exit_group),      SCMP_SYS(brk),
        SCMP_SYS(munmap),       SCMP_SYS(mremap),          SCMP_SYS(madvise),
        SCMP_SYS(futex),        SCMP_SYS(rt_sigreturn),    SCMP_SYS(clock_gettime),
        SCMP_SYS(gettimeofday), SCMP_SYS(restart_syscall), SCMP_SYS(sched_yield),
    };
    static const int sanitizers[] = {
        SCMP_SYS(mprotect),    SCMP_SYS(getpid),         SCMP_SYS(gettid),
        SCMP_SYS(sigaltstack), SCMP_SYS(rt_sigprocmask), SCMP_SYS(rt_sigaction),
        SCMP_SYS(getrandom),
    };
    for (size_t i = 0; i < sizeof calls / sizeof calls[0]; i++)
        if (!allow(f, calls[i]))
            return false;
    for (size_t i = 0; SANITIZED && i < sizeof sanitizers / sizeof sanitizers[0]; i++)
        if (!allow(f, sanitizers[i]))
            return false;
    return seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(read), 1, SCMP_A0(SCMP_CMP_EQ, 0, 0)) ==
               0 &&
           seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(write), 1, SCMP_A0(SCMP_CMP_EQ, 1, 0)) ==
               0 &&
           seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(setitimer), 1,
                            SCMP_A0(SCMP_CMP_EQ, ITIMER_PROF, 0)) == 0 &&
           seccomp_rule_add(f, SCMP_ACT_ALLOW, SCMP_SYS(mmap), 2,
                            SCMP_A2(SCMP_CMP_MASKED_EQ, PROT_EXEC, 0),
                            SCMP_A3(SCMP_CMP_MASKED_EQ, MAP_ANONYMOUS, MAP_ANONYMOUS)) == 0;
}

/* Bytes of address space of this process. */
static rlim_t address_space(void)
{
    unsigned long pages = 0;
    FILE *f = fopen("/proc/self/statm", "re");
    if (f) {
        if (fscanf(f, "%lu", &pages) != 1)
            pages = 0;
        fclose(f);
    }
    return (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE);
}

struct mail_cage *mail_cage_new(void)
{
    struct mail_cage *cage = calloc(1, sizeof *cage);
    if (!cage)
        die("out of memory");
    cage->filter = seccomp_init(SCMP_ACT_KILL_PROCESS);
    if (!cage->filter || !allow_all(cage->filter) ||
        seccomp_attr_set(cage->filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS) != 0) {
        seccomp_release(cage->filter);
        free(cage);
        return NULL;
    }
    cage->held = address_space();
    return cage;
}

/* --- closing it ---------------------------------------------------------------------------- */

static bool limit(int what, rlim_t most)
{
    return setrlimit((__rlimit_resource_t)what, &(struct rlimit){most, most}) == 0;
}

/* Descriptors 0 and 1 and no others. */
static bool keep_pipes(int letters, int answers)
{
    int in = fcntl(letters, F_DUPFD, 10), out = fcntl(answers, F_DUPFD, 10);
    return in >= 0 && out >= 0 && dup2(in, 0) == 0 && dup2(out, 1) == 1 &&
           close_range(2, ~0u, 0) == 0;
}

static bool close_cage(struct mail_cage *cage, int letters, int answers, pid_t keeper)
{
    rlim_t cpu = (rlim_t)READER_SECONDS * (CAGE_LETTERS + 1);
    if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != keeper)
        return false;
    if (prctl(PR_SET_DUMPABLE, 0) != 0 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return false;
    if (!keep_pipes(letters, answers))
        return false;
    /* the sanitizers reserve terabytes of address space */
    if (!SANITIZED && !limit(RLIMIT_AS, cage->held + READER_MEMORY))
        return false;
    return limit(RLIMIT_CPU, cpu) && limit(RLIMIT_FSIZE, 0) && limit(RLIMIT_NOFILE, 0) &&
           limit(RLIMIT_CORE, 0) && limit(RLIMIT_NPROC, 0) && seccomp_load(cage->filter) == 0;
}

/* --- reading ------------------------------------------------------------------------------- */

static bool read_full(void *to, size_t n)
{
    for (char *p = to; n;) {
        ssize_t got = read(0, p, n);
        if (got <= 0) {
            if (got < 0 && errno == EINTR)
                continue;
            return false;
        }
        p += got;
        n -= (size_t)got;
    }
    return true;
}

static bool write_full(struct slice s)
{
    while (s.n) {
        ssize_t put = write(1, s.p, s.n);
        if (put < 0 && errno != EINTR)
            return false;
        if (put > 0)
            s = (struct slice){s.p + put, s.n - (size_t)put};
    }
    return true;
}

/* Processor time for one letter; at its end SIGPROF ends the process. */
static void wind_clock(void)
{
    struct itimerval t = {{0, 0}, {READER_SECONDS, 0}};
    setitimer(ITIMER_PROF, &t, NULL);
}

static bool read_one(struct arena *arena, struct buf *answer)
{
    struct letter letter;
    uint32_t n;
    if (!read_full(&n, sizeof n) || n > READER_LETTER)
        return false;
    char *bytes = malloc((size_t)n + 1);
    if (!bytes || !read_full(bytes, n))
        return false;
    wind_clock();
    enum reading_result result = mail_parse((struct slice){bytes, n}, arena, &letter);
    free(bytes);
    buf_clear(answer);
    mail_wire_put(result, &letter, answer);
    arena_reset(arena);
    return write_full(buf_all(answer));
}

void mail_cage_run(struct mail_cage *cage, int letters, int answers, pid_t keeper)
{
    struct arena arena = ARENA(READER_TEXT * 4);
    struct buf answer = BUF(WIRE_ANSWER + sizeof(uint32_t));
    uint32_t hello = WIRE_HELLO;
    if (!close_cage(cage, letters, answers, keeper))
        _exit(1);
    bool going = write_full((struct slice){(const char *)&hello, sizeof hello});
    while (going)
        going = read_one(&arena, &answer);
    _exit(0);
}
