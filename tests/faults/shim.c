/* Put before the C library: counts the calls that make files durable, or that write to them, and breaks one of them.

   Only files under one folder count, whoever writes them: SQLite makes these calls in C, where Python sees nothing of them. */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { SYNC = 1, WRITE = 2 };

static char folder[4096];
static int watched;  /* SYNC, WRITE; 0: none */
static int failure;  /* what the call fails with; 0: the process is killed */
static long when;    /* which call; 0: they are only counted */
static atomic_long calls;

void arm(const char *under, int call, int error, long nth) {
    snprintf(folder, sizeof folder, "%s", under);
    failure = error;
    when = nth;
    calls = 0;
    watched = call;
}

long counted(void) { return calls; }

static int breaks(int call, int file) {
    if (call != watched) return 0;
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) return 0;
    path[length] = 0;
    if (strncmp(path, folder, strlen(folder)) != 0) return 0;
    if (++calls != when) return 0;
    if (failure == 0) {
        kill(getpid(), SIGKILL);
        for (;;) pause();
    }
    errno = failure;
    return 1;
}

#define STAND_BEFORE(call, type, name, parameters, arguments)  \
    type name parameters {                                     \
        static type(*real) parameters;                         \
        if (!real) *(void **)&real = dlsym(RTLD_NEXT, #name);  \
        return breaks(call, file) ? -1 : real arguments;       \
    }

STAND_BEFORE(SYNC, int, fsync, (int file), (file))
STAND_BEFORE(SYNC, int, fdatasync, (int file), (file))
STAND_BEFORE(WRITE, ssize_t, write, (int file, const void *data, size_t size), (file, data, size))
STAND_BEFORE(WRITE, ssize_t, pwrite, (int file, const void *data, size_t size, off_t at), (file, data, size, at))
STAND_BEFORE(WRITE, ssize_t, pwrite64, (int file, const void *data, size_t size, off64_t at), (file, data, size, at))
