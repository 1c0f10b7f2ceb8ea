/* Moves the wall clock of a process by as many seconds as the file $WRONG_CLOCK says (8 bytes, also while it runs), and no other
   clock: for robustness/clocks.py, as LD_PRELOAD. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <time.h>

static volatile int64_t *shift_s;
static int (*true_clock)(clockid_t, struct timespec *);

__attribute__((constructor)) static void begin(void) {
    const char *file = getenv("WRONG_CLOCK");
    int handle = file ? open(file, O_RDONLY | O_CLOEXEC) : -1;
    void *seen = handle < 0 ? MAP_FAILED : mmap(0, sizeof *shift_s, PROT_READ, MAP_SHARED, handle, 0);
    shift_s = seen == MAP_FAILED ? 0 : seen;
    true_clock = dlsym(RTLD_NEXT, "clock_gettime");
}

int clock_gettime(clockid_t which, struct timespec *at) {
    if (!true_clock)
        begin();
    int failed = true_clock(which, at);
    if (!failed && shift_s && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE))
        at->tv_sec += *shift_s;
    return failed;
}

int gettimeofday(struct timeval *at, void *zone) {
    struct timespec now;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &now);
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at)
        *at = now.tv_sec;
    return now.tv_sec;
}
