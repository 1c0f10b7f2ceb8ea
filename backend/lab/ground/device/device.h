/* The device model in shared memory: groups of servers (spindles or flash channels), the places of files on them, counters.
   Python writes it (memory.py has the same layout) and reads the counters; every process under the shim shares the queues.
   Times are nanoseconds of CLOCK_MONOTONIC. */
#ifndef GROUND_DEVICE_H
#define GROUND_DEVICE_H
#include <stdatomic.h>
#include <stdint.h>

#define GROUPS 8
#define SERVERS 64
#define PLACES 16
#define FILES 4096
#define POINTS 129   /* of the inverse of a distribution function: service time at u = i / (POINTS - 1) */
#define STRIPES 256  /* which server holds a stripe: an uneven table makes hot spindles */
#define FOLDER 256
#define BLOCK 8192

enum role { DATA, REDO, TEMP };
enum request { READ, SCAN, WRITE, SYNC };

typedef struct {
    int32_t servers;
    int32_t any;              /* 1: the server that is free first (flash channels); 0: the stripe's own */
    int32_t read_choices;     /* copies a read may take: the one free first (a mirror) */
    int32_t write_copies;     /* servers that one write keeps busy: 2 for a mirror, 2 for RAID 5 (data and parity) */
    int32_t write_turns;      /* accesses on each of them: 2 for RAID 5 (read, then write) */
    int32_t scan_blocks;      /* blocks that one request of a scan brings */
    int64_t block_ns;         /* transfer of each of these blocks after the first */
    int64_t write_ahead_ns;   /* so far may writers of data run ahead of a server: DBWR's queue, an array's write cache */
    int64_t sync_ahead_ns;    /* so far may a log write: a write cache only */
    int64_t cache_ns;         /* what a write into the cache itself takes */
    double destage;           /* service of a write relative to the table: a cache writes in order */
    double reorder;           /* part of the service that an ever longer queue saves (the elevator) */
    int64_t read_ns[POINTS], write_ns[POINTS], sync_ns[POINTS];
    uint8_t server_of[STRIPES];
    _Atomic int64_t next_free[SERVERS];
    _Atomic int64_t busy_ns;  /* service of all servers */
} Group;

typedef struct {
    _Atomic int64_t requests[4], wait_ns[4], service_ns[4]; /* by request; wait: queue and service, as the caller sees it */
    _Atomic int64_t blocks;   /* read, those that a scan's request brought along too */
    _Atomic int64_t late_ns;  /* callers woken later than the device answered: the machine's noise */
} Counters;

typedef struct {
    char folder[FOLDER];      /* with a slash at its end; empty: no such place */
    int32_t group, role;
    Counters count;
} Place;

typedef struct {
    _Atomic uint64_t inode;   /* 0: a free row */
    _Atomic int64_t requests[3], wait_ns[3], blocks; /* READ, SCAN, WRITE */
} File;

typedef struct {
    _Atomic int32_t on;       /* 0: every request is free */
    _Atomic int32_t hurry;    /* services are divided by it: a cache warms faster */
    _Atomic int64_t lost;     /* requests of files that found no row */
    Group groups[GROUPS];
    Place places[PLACES];
    File files[FILES];
} Device;

/* When the device has answered a request made at `at`; `service_ns`: what it worked for it. Knows no clock. */
int64_t ground_answer(Device *device, int place, int request, uint64_t file, int64_t block, int64_t at, int64_t *service_ns);
void ground_seed(uint64_t seed); /* of this thread's random numbers; never 0 */
int64_t ground_layout(void);     /* bytes of Device, so that Python can tell that its layout is the same */
#endif
