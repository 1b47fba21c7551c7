/* letter: a mail as the rest of the program knows it.
 *
 * Made by the caged reader (mail/reader.h) from the bytes of a mail. Everything is clean UTF-8
 * (utf8_clean), one line where a header is one line, bounded, and owned by the caller's arena.
 * Addresses are lower-cased in the domain only and pass mail_address_ok(), ids pass mail_id_ok():
 * a letter can be answered with them as they are. "" where a header is missing or unusable. */
#ifndef MAIL_LETTER_H
#define MAIL_LETTER_H

#include "base/arena.h"

enum { LETTER_RECIPIENTS = 32, LETTER_REFERENCES = 32 };

struct letter {
    const char *from;      /* address of the author: From, first mailbox */
    const char *from_name; /* display name, decoded */
    const char *sender;    /* envelope sender as Return-Path has it; "<>" when it is the null one */
    const char *reply_to;  /* address */
    /* Where it was delivered, most trusted first: Delivered-To, X-Original-To, Envelope-To, then
     * To, Cc. */
    const char *to[LETTER_RECIPIENTS];
    int nto;
    const char *subject;
    const char *message_id; /* without < > */
    const char *in_reply_to;
    const char *references[LETTER_REFERENCES];
    int nreferences;

    /* For the rules of RFC 3834 (never answer machines). */
    bool auto_submitted; /* Auto-Submitted other than "no" */
    bool bulk;     /* Precedence bulk, junk or list; any List-* header; X-Auto-Response-Suppress */
    bool daemon;   /* null sender, MAILER-DAEMON, postmaster, no-reply and the like */
    bool report;   /* multipart/report: a bounce or a receipt */
    bool courtier; /* carries X-Courtier: our own or another Courtier's letter */

    /* What a report is about (RFC 3464); "" when it does not say or is none. */
    const char *report_id;     /* Message-ID of the letter that was not delivered */
    const char *report_to;     /* the address that failed */
    const char *report_status; /* "5.1.1": 5 is for good, 4 passes, 2 was delivered */
    const char *report_reply;  /* Reply-To of the letter that was not delivered */

    /* The server whose topmost Authentication-Results says that From is not forged; "" when none
     * does. Worth something only from a server we trust. */
    const char *vouched;

    const char *text; /* the best reading of the body as plain text: text/plain, else HTML made
                         plain; flowed lines joined; lines end in LF; at most READER_TEXT bytes */
    bool truncated;   /* there was more text than that */
};

#endif
