/* The wall clock at another time, for a process that loads this with LD_PRELOAD: BASELINE_CLOCK is
   the seconds to add, or with an equals sign before it the moment at which the clock stands still.
   What measures durations (the monotonic clock) is left alone. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now) {
    int failed = (int)syscall(SYS_clock_gettime, clock, now);
    const char *told = getenv("BASELINE_CLOCK");
    if (failed || !told || (clock != CLOCK_REALTIME && clock != CLOCK_REALTIME_COARSE)) return failed;
    if (*told != '=') {
        now->tv_sec += atoll(told);
    } else {
        now->tv_sec = atoll(told + 1);
        now->tv_nsec = 0;
    }
    return 0;
}

int gettimeofday(struct timeval *now, void *zone) {
    struct timespec moment;
    (void)zone;
    clock_gettime(CLOCK_REALTIME, &moment);
    now->tv_sec = moment.tv_sec;
    now->tv_usec = moment.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *now) {
    struct timespec moment;
    clock_gettime(CLOCK_REALTIME, &moment);
    if (now) *now = moment.tv_sec;
    return moment.tv_sec;
}
