/* imap_list: the letters of an IMAP folder, by number. */
#ifndef MAIL_IMAP_LIST_H
#define MAIL_IMAP_LIST_H

#include <libetpan/libetpan.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct imap_entry {
    uint32_t uid, size;
    int64_t date; /* when it came; only when it was asked for */
    bool seen, deleted;
    bool got;  /* taken in by this fetch */
    bool gone; /* deleted by somebody else before we came to it */
};

struct imap_list {
    struct imap_entry *v; /* by uid once sorted */
    size_t n, room;
};

/* What one answer to FETCH says; fields it does not have are zero, `body` is NULL. */
struct imap_att {
    struct imap_entry entry;
    const char *body;
    size_t length;
};
struct imap_att imap_att_read(const struct mailimap_msg_att *att);

void imap_list_add(struct imap_list *list, const struct imap_entry *entry);
void imap_list_sort(struct imap_list *list); /* and drops what is there twice */
struct imap_entry *imap_list_find(struct imap_list *list, uint32_t uid);
void imap_list_free(struct imap_list *list);

/* The entries from..to-1 (only those that were got, when `got`) as a set of ranges; NULL: none. */
struct mailimap_set *imap_list_set(const struct imap_list *list, size_t from, size_t to, bool got);

#endif
