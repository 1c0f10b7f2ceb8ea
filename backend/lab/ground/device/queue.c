/* How long a request takes. A request draws a ticket at its server: start = max(now, next_free), answer = start + service.
   Nobody holds a lock, so a killed process leaves every queue intact. Draws are by inverse transform from the group's tables. */
#include "device.h"

static _Thread_local uint64_t state = 0x9E3779B97F4A7C15ull;

void ground_seed(uint64_t seed) { state = seed; }

int64_t ground_layout(void) { return (int64_t)sizeof(Device); }

static double uniform(void) { /* xorshift64: Marsaglia 2003 */
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (double)(state >> 11) * (1.0 / 9007199254740992.0);
}

static int64_t drawn(const int64_t *table) {
    double at = uniform() * (POINTS - 1);
    int below = (int)at;
    return table[below] + (int64_t)((at - below) * (double)(table[below + 1] - table[below]));
}

static uint64_t mixed(uint64_t h) { /* the finaliser of MurmurHash3 */
    h ^= h >> 33;
    h *= 0xff51afd7ed558ccdull;
    h ^= h >> 33;
    h *= 0xc4ceb9fe1a85ec53ull;
    return h ^ (h >> 33);
}

static int first_free(const Group *g, int from, int count) {
    int best = from;
    for (int i = 1; i < count; i++) {
        int other = (from + i) % g->servers;
        if (g->next_free[other] < g->next_free[best])
            best = other;
    }
    return best;
}

/* The shorter way of the arm over a longer queue: with n waiting the service falls by the part reorder * n / (n + 1). */
static int64_t reordered(const Group *g, int64_t service, int64_t ahead) {
    if (g->reorder <= 0 || ahead <= 0 || service <= 0)
        return service;
    double waiting = (double)ahead / (double)service;
    return service - (int64_t)((double)service * g->reorder * waiting / (waiting + 1));
}

static int64_t ticket(Group *g, int server, int64_t service, int64_t at, int64_t *worked) {
    int64_t free = g->next_free[server];
    for (;;) {
        int64_t start = free > at ? free : at, takes = reordered(g, service, free - at);
        if (atomic_compare_exchange_weak(&g->next_free[server], &free, start + takes)) {
            g->busy_ns += takes;
            *worked += takes;
            return start + takes;
        }
    }
}

static int64_t written(Group *g, int home, int64_t service, int64_t at, int64_t *worked) {
    int64_t last = at;
    service = (int64_t)((double)service * g->destage) * g->write_turns;
    for (int copy = 0; copy < g->write_copies; copy++) {
        int64_t done = ticket(g, (home + copy) % g->servers, service, at, worked);
        last = done > last ? done : last;
    }
    return last;
}

static int64_t later(int64_t one, int64_t other) { return one > other ? one : other; }

int64_t ground_answer(Device *device, int place, int request, uint64_t file, int64_t block, int64_t at, int64_t *service_ns) {
    Group *g = &device->groups[device->places[place].group];
    int hurry = device->hurry > 1 ? device->hurry : 1;
    uint64_t stripe = mixed(file * 0x9E3779B97F4A7C15ull + (uint64_t)(block / 8)); /* stripes of 64 kB */
    int home = g->any ? (int)(stripe % (uint64_t)g->servers) : g->server_of[stripe % STRIPES];
    int one = g->any ? first_free(g, home, g->servers) : home;
    *service_ns = 0;
    switch (request) {
    case READ:
    case SCAN: {
        int64_t service = drawn(g->read_ns) + (request == SCAN ? (g->scan_blocks - 1) * g->block_ns : 0);
        if (!g->any)
            one = first_free(g, home, g->read_choices);
        return ticket(g, one, service / hurry, at, service_ns);
    }
    case WRITE: {
        int64_t done = written(g, one, drawn(g->write_ns) / hurry, at, service_ns);
        return later(at + g->cache_ns / hurry, done - g->write_ahead_ns / hurry);
    }
    default: {
        int64_t done = written(g, one, drawn(g->sync_ns) / hurry, at, service_ns);
        return later(at + g->cache_ns / hurry, done - g->sync_ahead_ns / hurry);
    }
    }
}
