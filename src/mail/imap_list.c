#include "mail/imap_list.h"
#include "base/fault.h"

#include <stdlib.h>
#include <time.h>

/* --- what the server says -------------------------------------------------------------------- */

static int64_t date_of(const struct mailimap_date_time *d)
{
    struct tm tm = {.tm_year = d->dt_year - 1900,
                    .tm_mon = d->dt_month - 1,
                    .tm_mday = d->dt_day,
                    .tm_hour = d->dt_hour,
                    .tm_min = d->dt_min,
                    .tm_sec = d->dt_sec};
    int zone = d->dt_zone; /* +0130 is 130 */
    return (int64_t)timegm(&tm) - (zone / 100 * 60 + zone % 100) * 60;
}

static void read_static(const struct mailimap_msg_att_static *s, struct imap_att *out)
{
    switch (s->att_type) {
    case MAILIMAP_MSG_ATT_UID:
        out->entry.uid = s->att_data.att_uid;
        break;
    case MAILIMAP_MSG_ATT_RFC822_SIZE:
        out->entry.size = s->att_data.att_rfc822_size;
        break;
    case MAILIMAP_MSG_ATT_INTERNALDATE:
        out->entry.date = date_of(s->att_data.att_internal_date);
        break;
    case MAILIMAP_MSG_ATT_BODY_SECTION:
        out->length = s->att_data.att_body_section->sec_length;
        out->body = s->att_data.att_body_section->sec_body_part;
        if (!out->body) { /* an empty letter */
            out->body = "";
            out->length = 0;
        }
        break;
    default:
        break;
    }
}

struct imap_att imap_att_read(const struct mailimap_msg_att *att)
{
    struct imap_att out = {0};
    for (clistiter *i = clist_begin(att->att_list); i; i = clist_next(i)) {
        struct mailimap_msg_att_item *item = clist_content(i);
        if (item->att_type == MAILIMAP_MSG_ATT_ITEM_STATIC)
            read_static(item->att_data.att_static, &out);
        if (item->att_type != MAILIMAP_MSG_ATT_ITEM_DYNAMIC || !item->att_data.att_dyn->att_list)
            continue;
        clist *flags = item->att_data.att_dyn->att_list;
        for (clistiter *k = clist_begin(flags); k; k = clist_next(k)) {
            struct mailimap_flag_fetch *f = clist_content(k);
            if (f->fl_type != MAILIMAP_FLAG_FETCH_OTHER)
                continue;
            out.entry.seen = out.entry.seen || f->fl_flag->fl_type == MAILIMAP_FLAG_SEEN;
            out.entry.deleted = out.entry.deleted || f->fl_flag->fl_type == MAILIMAP_FLAG_DELETED;
        }
    }
    return out;
}

/* --- lists ----------------------------------------------------------------------------------- */

void imap_list_add(struct imap_list *list, const struct imap_entry *entry)
{
    if (list->n == list->room) {
        list->room = list->room ? list->room * 2 : 256;
        list->v = realloc(list->v, list->room * sizeof *list->v);
        if (!list->v)
            die("out of memory");
    }
    list->v[list->n++] = *entry;
}

static int by_uid(const void *a, const void *b)
{
    uint32_t x = ((const struct imap_entry *)a)->uid, y = ((const struct imap_entry *)b)->uid;
    return x < y ? -1 : x > y;
}

void imap_list_sort(struct imap_list *list)
{
    size_t n = 0;
    if (list->n)
        qsort(list->v, list->n, sizeof *list->v, by_uid);
    for (size_t i = 0; i < list->n; i++)
        if (n == 0 || list->v[n - 1].uid != list->v[i].uid)
            list->v[n++] = list->v[i];
    list->n = n;
}

struct imap_entry *imap_list_find(struct imap_list *list, uint32_t uid)
{
    struct imap_entry key = {.uid = uid};
    return list->n ? bsearch(&key, list->v, list->n, sizeof *list->v, by_uid) : NULL;
}

void imap_list_free(struct imap_list *list)
{
    free(list->v);
    *list = (struct imap_list){0};
}

struct mailimap_set *imap_list_set(const struct imap_list *list, size_t from, size_t to, bool got)
{
    struct mailimap_set *set = NULL;
    for (size_t i = from; i < to;) {
        if (got && !list->v[i].got) {
            i++;
            continue;
        }
        /* Neighbours of the list make one range: numbers between them belong to no letter that was
         * listed, but a letter that came since is behind them all. */
        size_t k = i;
        while (k + 1 < to && (!got || list->v[k + 1].got) &&
               list->v[k + 1].uid == list->v[k].uid + 1)
            k++;
        if (!set)
            set = mailimap_set_new_empty();
        if (!set ||
            mailimap_set_add_interval(set, list->v[i].uid, list->v[k].uid) != MAILIMAP_NO_ERROR)
            die("out of memory");
        i = k + 1;
    }
    return set;
}
