/* mailconf: what courtier.conf says about mail: [inbox], [inbox NAME], [outbox], [mail], and
 * plus-addresses of [house]. */
#ifndef TURN_MAILCONF_H
#define TURN_MAILCONF_H

#include "mail/account.h"

enum { INBOXES_MAX = 8 };

/* Whose letter is played for a seat. */
enum mail_auth {
    AUTH_TOKEN,          /* whoever has the token */
    AUTH_TOKEN_OR_FROM,  /* or whose From is the address on file */
    AUTH_TOKEN_AND_FROM, /* both */
};

struct mail_conf {
    struct mail_account in[INBOXES_MAX];
    int nin;
    struct mail_account out;
    int64_t per_minute, per_hour; /* letters sent; 0: as many as there are */
    int64_t give_up;              /* seconds after which a letter is tried no more */
    bool plus_addresses; /* house+anything reaches the house; else the subject has the token */
    enum mail_auth auth;
    const char *trusted_authserv;   /* whose Authentication-Results are believed; "": nobody's */
    int64_t house_answers_per_hour; /* other than reports, to everybody together */
    int64_t bytes_per_day, house_bytes_per_day; /* of letters kept: from one sender, from all */
};

void mailconf_default(struct mail_conf *conf);

enum setting_result { SETTING_TAKEN, SETTING_WRONG, SETTING_OTHER };
enum setting_result mailconf_setting(struct mail_conf *conf, struct arena *arena,
                                     const char *section, const char *name, const char *value);

/* Fills in the defaults and checks the accounts; `path` is the file, for messages: a password, or
 * the command that prints it, in a file that others may read is refused. */
int mailconf_check(struct mail_conf *conf, const char *path, struct arena *arena,
                   struct fault *fault) CHECKED;

/* "64k" "10M" "2G" or plain bytes. */
bool mailconf_size(struct slice text, int64_t *bytes);

#endif
