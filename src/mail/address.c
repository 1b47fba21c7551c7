#include "mail/compose.h"
#include "mail/header.h"

static bool letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool local_char(char c)
{
    return letter_or_digit(c) || (c && strchr("!#$%&'*+-/=?^_`{|}~.", c));
}

static bool domain_ok(struct slice d)
{
    char before = '.';
    for (size_t i = 0; i < d.n; i++) {
        char c = d.p[i];
        if (!letter_or_digit(c) && c != '-' && c != '_' && c != '.')
            return false;
        if (c == '.' && before == '.')
            return false;
        before = c;
    }
    return d.n && before != '.';
}

bool mail_address_ok(struct slice address)
{
    struct slice domain = address;
    if (address.n == 0 || address.n > 254)
        return false;
    struct slice local = slice_cut(&domain, '@');
    if (!domain.p || local.n == 0 || local.n > 64)
        return false;
    for (size_t i = 0; i < local.n; i++)
        if (!local_char(local.p[i]))
            return false;
    return domain_ok(domain);
}

/* The display name without its quotes and blanks. */
static struct slice bare_name(struct slice s)
{
    s = slice_trim(s);
    if (s.n >= 2 && s.p[0] == '"' && s.p[s.n - 1] == '"')
        s = (struct slice){s.p + 1, s.n - 2};
    return slice_trim(s);
}

bool mail_address_split(struct slice s, struct slice *name, struct slice *address)
{
    struct mail_mailbox box;
    struct slice rest = s;
    *name = *address = (struct slice){NULL, 0};
    if (!mail_header_mailbox(&rest, &box) || !box.address[0] || slice_trim(rest).n)
        return false;
    /* the caller's own bytes, not our copy with its domain in small letters */
    size_t n = strlen(box.address);
    const char *open = memrchr(s.p, '<', s.n);
    *address = slice_trim(s);
    if (open) {
        *address = (struct slice){open + 1, s.n - (size_t)(open + 1 - s.p)};
        *address = slice_trim(slice_cut(address, '>'));
    }
    *name = open ? bare_name(box.name) : (struct slice){NULL, 0};
    return address->n == n && mail_address_ok(*address);
}

/* --- lists of mailboxes -------------------------------------------------------------------- */

/* One pass over the text up to the comma that ends the mailbox. Quoted strings and comments are
 * stepped over; the part in < > is the address, else everything outside comments is. */
struct scan {
    size_t end;              /* of the mailbox in the list */
    size_t angle, angle_end; /* inside < >, angle 0 when there is none */
    size_t name;             /* where the name begins: behind that of a group */
    struct slice comment;    /* the last one: old programs put the name there */
    char bare[256];          /* what stood outside comments, without blanks */
    size_t nbare;
};

static size_t step_quoted(struct slice s, size_t i)
{
    for (i++; i < s.n && s.p[i] != '"'; i++)
        if (s.p[i] == '\\')
            i++;
    return i < s.n ? i : s.n - 1;
}

static size_t step_comment(struct slice s, size_t i, struct slice *comment)
{
    size_t start = i + 1;
    int depth = 0;
    for (; i < s.n; i++) {
        if (s.p[i] == '\\')
            i++;
        else if (s.p[i] == '(')
            depth++;
        else if (s.p[i] == ')' && --depth == 0)
            break;
    }
    if (i > s.n)
        i = s.n;
    *comment = (struct slice){s.p + start, (i > start ? i : start) - start};
    return i < s.n ? i : s.n - 1;
}

static void scan_mailbox(struct slice s, struct scan *x)
{
    *x = (struct scan){.end = s.n};
    for (size_t i = 0; i < s.n; i++) {
        char c = s.p[i];
        if (x->angle && !x->angle_end) {
            if (c == '>')
                x->angle_end = i;
        } else if (c == '"') {
            i = step_quoted(s, i);
        } else if (c == '(') {
            i = step_comment(s, i, &x->comment);
        } else if (c == '<') {
            x->angle = i + 1;
            x->angle_end = 0;
        } else if (c == ',' || c == ';') {
            x->end = i;
            break;
        } else if (c == ':' && !x->angle) {
            x->nbare = 0; /* the name of a group, whose members follow */
            x->name = i + 1;
        } else if (c != ' ' && c != '\t' && c != '\r' && c != '\n') {
            if (x->nbare < sizeof x->bare)
                x->bare[x->nbare++] = c;
        }
    }
    if (x->angle && !x->angle_end)
        x->angle_end = x->end;
}

static void set_address(struct mail_mailbox *box, struct slice a)
{
    box->address[0] = '\0';
    if (!mail_address_ok(a))
        return;
    memcpy(box->address, a.p, a.n);
    box->address[a.n] = '\0';
    for (char *p = strchr(box->address, '@'); *p; p++)
        if (*p >= 'A' && *p <= 'Z')
            *p = (char)(*p - 'A' + 'a');
}

bool mail_header_mailbox(struct slice *rest, struct mail_mailbox *box)
{
    struct scan x;
    while (rest->n && (rest->p[0] == ',' || rest->p[0] == ';' || rest->p[0] == ' ' ||
                       rest->p[0] == '\t' || rest->p[0] == '\r' || rest->p[0] == '\n')) {
        rest->p++;
        rest->n--;
    }
    if (rest->n == 0)
        return false;
    scan_mailbox(*rest, &x);
    if (x.angle) {
        struct slice a = {rest->p + x.angle, x.angle_end - x.angle};
        const char *route = a.n && a.p[0] == '@' ? memchr(a.p, ':', a.n) : NULL;
        if (route) /* <@relay:user@host> of old */
            a = (struct slice){route + 1, (size_t)(a.p + a.n - route - 1)};
        set_address(box, slice_trim(a));
        box->name = bare_name((struct slice){rest->p + x.name, x.angle - 1 - x.name});
    } else {
        set_address(box, (struct slice){x.bare, x.nbare});
        box->name = slice_trim(x.comment);
    }
    size_t skip = x.end < rest->n ? x.end + 1 : x.end;
    *rest = (struct slice){rest->p + skip, rest->n - skip};
    return true;
}

/* --- Message-IDs --------------------------------------------------------------------------- */

bool mail_id_ok(struct slice id)
{
    for (size_t i = 0; i < id.n; i++)
        if (id.p[i] <= 32 || id.p[i] >= 127 || id.p[i] == '<' || id.p[i] == '>')
            return false;
    return id.n > 0 && id.n <= 250;
}

bool mail_header_id(struct slice *rest, struct slice *id)
{
    while (rest->n) {
        const char *open = memchr(rest->p, '<', rest->n);
        const char *close = open ? memchr(open, '>', (size_t)(rest->p + rest->n - open)) : NULL;
        if (!close)
            break;
        *id = slice_trim((struct slice){open + 1, (size_t)(close - open - 1)});
        *rest = (struct slice){close + 1, (size_t)(rest->p + rest->n - close - 1)};
        if (mail_id_ok(*id))
            return true;
    }
    *id = slice_trim(*rest); /* some programs leave < > out */
    *rest = (struct slice){NULL, 0};
    return mail_id_ok(*id);
}
