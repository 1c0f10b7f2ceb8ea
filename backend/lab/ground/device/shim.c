/* LD_PRELOAD: files below the places of $GROUND_DEVICE (device.h) answer at the speed of the modelled devices.
   The caller sleeps until the answer, so processes queue as for a real disk and nobody burns processor time. The bytes
   themselves lie in memory. Without $GROUND_DEVICE, or while it is off, every call goes straight through.

   Reads of blocks one after the other become a scan from the third on: one request brings the next scan_blocks, the reads of
   these are free. Log files: the flush is the request, the write before it is free. Data files: a write is a request, their
   flush is free, since memory needs none. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>
#include "device.h"

#define HANDLES 8192
#define SCAN_FROM 2 /* blocks in a row before it counts as a scan */

static Device *device;
static struct {
    int place; /* plus 1; 0: not ours */
    uint64_t inode;
    int64_t next_block, brought_to;
    int in_a_row;
} handles[HANDLES];

static ssize_t (*true_pread)(int, void *, size_t, off_t), (*true_pwrite)(int, const void *, size_t, off_t);
static ssize_t (*true_preadv)(int, const struct iovec *, int, off_t), (*true_pwritev)(int, const struct iovec *, int, off_t);
static int (*true_open)(const char *, int, ...), (*true_fdatasync)(int), (*true_fsync)(int);

static void *found(const char *name) { return dlsym(RTLD_NEXT, name); }

/* ISO C has no cast from dlsym's pointer to a function's; POSIX says to copy it. */
#define TRUE(name) do { void *is = found(#name); memcpy(&true_##name, &is, sizeof is); } while (0)

__attribute__((constructor)) static void begin(void) {
    static int begun;
    if (begun)
        return;
    begun = 1;
    TRUE(pread);
    TRUE(pwrite);
    TRUE(preadv);
    TRUE(pwritev);
    TRUE(open);
    TRUE(fdatasync);
    TRUE(fsync);
    const char *path = getenv("GROUND_DEVICE");
    int handle = path ? true_open(path, O_RDWR | O_CLOEXEC) : -1;
    if (handle < 0)
        return;
    void *memory = mmap(0, sizeof(Device), PROT_READ | PROT_WRITE, MAP_SHARED, handle, 0);
    close(handle);
    device = memory == MAP_FAILED ? 0 : memory;
    prctl(PR_SET_TIMERSLACK, 1); /* ns: else every sleep is 50 us late */
}

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void own_numbers(int64_t at) { /* a fork would draw its parent's */
    static _Thread_local pid_t seeded;
    if (seeded == getpid())
        return;
    seeded = getpid();
    ground_seed((((uint64_t)at * 2654435761u) ^ ((uint64_t)seeded << 32) ^ (uint64_t)(uintptr_t)&seeded) | 1);
}

static void until(int64_t at, Counters *count) {
    struct timespec t = {at / 1000000000LL, at % 1000000000LL};
    while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, 0) != 0)
        ;
    count->late_ns += now() - at;
}

static File *file_of(uint64_t inode) {
    uint64_t first = (inode * 2654435761u) % FILES;
    for (uint64_t i = 0; i < FILES; i++) {
        File *file = &device->files[(first + i) % FILES];
        uint64_t none = 0;
        if (file->inode == inode || atomic_compare_exchange_strong(&file->inode, &none, inode) || file->inode == inode)
            return file;
    }
    device->lost++;
    return 0;
}

static int ours(int fd) { return device && fd >= 0 && fd < HANDLES && handles[fd].place; }

static int role(int fd) { return device->places[handles[fd].place - 1].role; }

static void ask(int fd, int request, int64_t block) {
    int place = handles[fd].place - 1;
    Counters *count = &device->places[place].count;
    int64_t at = now(), service = 0;
    own_numbers(at);
    int64_t answer = ground_answer(device, place, request, handles[fd].inode, block, at, &service);
    if (answer > at)
        until(answer, count);
    int64_t waited = now() - at;
    count->requests[request]++;
    count->wait_ns[request] += waited;
    count->service_ns[request] += service;
    File *file = request == SYNC || device->places[place].role != DATA ? 0 : file_of(handles[fd].inode);
    if (file) {
        file->requests[request]++;
        file->wait_ns[request] += waited;
    }
}

static void count_block(int fd) {
    device->places[handles[fd].place - 1].count.blocks++;
    File *file = role(fd) == DATA ? file_of(handles[fd].inode) : 0;
    if (file)
        file->blocks++;
}

static void read_blocks(int fd, size_t bytes, off_t offset) {
    if (!ours(fd) || !device->on || role(fd) == REDO)
        return;
    int64_t ahead = device->groups[device->places[handles[fd].place - 1].group].scan_blocks;
    for (int64_t block = offset / BLOCK, end = (offset + (off_t)bytes + BLOCK - 1) / BLOCK; block < end; block++) {
        handles[fd].in_a_row = block == handles[fd].next_block ? handles[fd].in_a_row + 1 : 0;
        handles[fd].next_block = block + 1;
        count_block(fd);
        if (handles[fd].in_a_row < SCAN_FROM) {
            handles[fd].brought_to = 0;
            ask(fd, READ, block);
        } else if (block >= handles[fd].brought_to) {
            handles[fd].brought_to = block + ahead;
            ask(fd, SCAN, block);
        }
    }
}

static void write_blocks(int fd, size_t bytes, off_t offset) {
    if (!ours(fd) || !device->on || role(fd) == REDO)
        return;
    for (int64_t block = offset / BLOCK, end = (offset + (off_t)bytes + BLOCK - 1) / BLOCK; block < end; block++)
        ask(fd, WRITE, block);
}

static int flushed(int fd) { /* 1: done here */
    if (!ours(fd))
        return 0;
    if (device->on && role(fd) == REDO)
        ask(fd, SYNC, now() / 1000); /* wherever the log has come to */
    return 1;
}

static int opened(int fd) {
    if (fd < 0 || fd >= HANDLES)
        return fd;
    memset(&handles[fd], 0, sizeof handles[fd]);
    handles[fd].next_block = -1;
    char link[64], path[PATH_MAX];
    struct stat is;
    if (!device)
        return fd;
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length <= 0 || fstat(fd, &is) || !S_ISREG(is.st_mode))
        return fd;
    path[length] = 0;
    for (int place = 0; place < PLACES; place++) {
        const char *folder = device->places[place].folder;
        if (*folder && !strncmp(path, folder, strlen(folder))) {
            handles[fd].place = place + 1;
            handles[fd].inode = is.st_ino;
        }
    }
    return fd;
}

static size_t all(const struct iovec *parts, int count) {
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += parts[i].iov_len;
    return bytes;
}

/* Both names of each call: programs built for large files use the one with 64. */
#define BOTH(type, name, arguments, body) \
    type name arguments body \
    type name##64 arguments body

BOTH(ssize_t, pread, (int fd, void *to, size_t bytes, off_t offset), {
    read_blocks(fd, bytes, offset);
    return true_pread(fd, to, bytes, offset);
})
BOTH(ssize_t, pwrite, (int fd, const void *from, size_t bytes, off_t offset), {
    write_blocks(fd, bytes, offset);
    return true_pwrite(fd, from, bytes, offset);
})
BOTH(ssize_t, preadv, (int fd, const struct iovec *parts, int count, off_t offset), {
    read_blocks(fd, all(parts, count), offset);
    return true_preadv(fd, parts, count, offset);
})
BOTH(ssize_t, pwritev, (int fd, const struct iovec *parts, int count, off_t offset), {
    write_blocks(fd, all(parts, count), offset);
    return true_pwritev(fd, parts, count, offset);
})

int fdatasync(int fd) {
    begin();
    return flushed(fd) ? 0 : true_fdatasync(fd);
}

int fsync(int fd) {
    begin();
    return flushed(fd) ? 0 : true_fsync(fd);
}

BOTH(int, open, (const char *path, int flags, ...), {
    va_list more;
    va_start(more, flags);
    int mode = va_arg(more, int);
    va_end(more);
    begin();
    return opened(true_open(path, flags, mode));
})

int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);

int __open_2(const char *path, int flags) {
    begin();
    return opened(true_open(path, flags));
}

int __open64_2(const char *path, int flags) { return __open_2(path, flags); }
