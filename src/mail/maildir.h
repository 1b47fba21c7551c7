/* maildir: letters as files, one each (our own: durable, unlike libetpan's).
 *
 * Delivery writes tmp/, fsyncs, renames into new/ and fsyncs the directory. */
#ifndef MAIL_MAILDIR_H
#define MAIL_MAILDIR_H

#include "base/arena.h"

#include <stdint.h>

int maildir_create(const char *dir,
                   struct fault *fault) CHECKED; /* with tmp new cur; existing is fine */

/* Delivers one letter under a file name that begins with `unique` (letters, digits, . and -).
 * Delivered again with the same `unique`, it replaces itself: a rerun after a crash leaves one
 * file. step_done("deliver") behind it. */
int maildir_deliver(const char *dir, const char *unique, struct slice bytes,
                    struct fault *fault) CHECKED;

/* Many deliveries with one directory fsync at the end. Same guarantees once finish returns 0. */
struct maildir_batch;
int maildir_batch_open(struct maildir_batch **batch, const char *dir, struct fault *fault) CHECKED;
int maildir_batch_add(struct maildir_batch *batch, const char *unique, struct slice bytes,
                      struct fault *fault) CHECKED;
int maildir_batch_finish(struct maildir_batch **batch, struct fault *fault) CHECKED;
/* In place of finish: none of them is delivered. */
void maildir_batch_drop(struct maildir_batch **batch);

/* Names of the files in new/, sorted (oldest first by name), at most `max`. */
int maildir_list_new(const char *dir, int max, struct arena *arena, const char ***names, int *n,
                     struct fault *fault) CHECKED;

/* Reads new/NAME whole; a file over `limit` bytes gives *bytes = {NULL, its size} and 0. */
int maildir_read(const char *dir, const char *name, size_t limit, struct arena *arena,
                 struct slice *bytes, struct fault *fault) CHECKED;

/* Marks new/NAME as seen: moves it to cur/NAME:2,S. One that is gone already is fine.
 * step_done("seen") behind it. */
int maildir_seen(const char *dir, const char *name, struct fault *fault) CHECKED;

#endif
