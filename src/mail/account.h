/* account: where letters come from or go to, as the configuration says.
 *
 *     imaps://host[:port][/FOLDER]    TLS from the first byte
 *     imap://host…                    STARTTLS, or nothing is said at all
 *     pop3s://host  pop3://host       the same for POP3
 *     smtps://host  smtp://host       the same for sending
 *     maildir:DIR                     a directory
 *     sendmail:PATH                   a program that takes letters
 *
 * Certificates and host names are always verified. tls = none is for servers on the same machine
 * only: 127.…, [::1] or localhost. */
#ifndef MAIL_ACCOUNT_H
#define MAIL_ACCOUNT_H

#include "base/arena.h"

#include <stdint.h>

enum mail_kind { MAIL_MAILDIR, MAIL_IMAP, MAIL_POP3, MAIL_SMTP, MAIL_SENDMAIL };

/* What becomes of a letter that was taken in. */
enum mail_processed {
    PROCESSED_DEFAULT, /* delete for POP3, seen for others */
    PROCESSED_SEEN,    /* marked; with POP3, where nothing can be marked, left and remembered */
    PROCESSED_MOVE,    /* to a folder */
    PROCESSED_DELETE,
};

struct mail_account {
    const char *name; /* "inbox", "inbox two", "outbox": for messages */
    const char *url;
    const char *user;             /* or in the URL */
    const char *password;         /* one of these three, or none */
    const char *password_file;    /* its first line */
    const char *password_command; /* the first line it prints; run by sh -c, the host's own words */
    const char *sasl;    /* a mechanism: "PLAIN"; "": as the server offers. XOAUTH2 and OAUTHBEARER
                            take the password for a token */
    const char *ca_file; /* the only CAs trusted; "": those of the system */
    bool no_tls;
    enum mail_processed processed;
    const char *folder; /* PROCESSED_MOVE: where to */
    int timeout;        /* seconds of silence before a server is given up */

    /* From the URL, by mail_account_check(). */
    enum mail_kind kind;
    const char *path;    /* maildir, sendmail; IMAP: the folder to read, "INBOX" */
    const char *address; /* the URL for libcurl: scheme, host and port only */
};

/* An account without anything but its name. */
struct mail_account mail_account_new(const char *name);

/* Takes the URL apart and tells what is wrong or missing: EX_CONFIG. Strings go to the arena. */
int mail_account_check(struct mail_account *account, struct arena *arena,
                       struct fault *fault) CHECKED;

/* Whether letters can be fetched from (sent through) such a thing. */
bool mail_account_in(const struct mail_account *account);
bool mail_account_out(const struct mail_account *account);

/* A copy whose strings live in the arena. */
struct mail_account mail_account_copy(const struct mail_account *account, struct arena *arena);
bool mail_account_same(const struct mail_account *a, const struct mail_account *b);

/* The password, read from where it is kept; "" when there is none. The caller wipes it. A file that
 * others can read is refused (EX_NOPERM). */
enum { ACCOUNT_SECRET = 8192 };
int mail_account_secret(const struct mail_account *account, char secret[ACCOUNT_SECRET],
                        struct fault *fault) CHECKED;

/* Refuses a file others may read: EX_NOPERM with the chmod to run. */
int mail_secret_file_ok(const char *path, const char *why, struct fault *fault) CHECKED;

#endif
