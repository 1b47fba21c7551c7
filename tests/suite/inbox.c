#include "inbox.h"
#include "mail/mailbox.h"

void inbox_use(struct world *w, const struct fake *f, const char *scheme,
               enum mail_processed processed)
{
    struct mail_account *a = &w->house->config.mail.in[0];
    *a = mail_account_new("inbox");
    a->url = arena_printf(&w->arena, "%s://127.0.0.1:%d", scheme, f->port);
    a->user = "games";
    a->password = "secret";
    a->no_tls = true;
    a->timeout = 2;
    a->processed = processed;
    a->folder = processed == PROCESSED_MOVE ? "Processed" : "";
    must(mail_account_check(a, &w->arena, &world_fault));
}

int inbox_fetch(struct world *w)
{
    struct fault fault;
    w->run.trouble.exit = 0;
    must(run_fetch(&w->run, &fault));
    mailbox_close(&w->run.boxes[0]);
    return w->run.trouble.exit;
}

int64_t inbox_stored(struct world *w)
{
    int64_t in[5];
    must(store_letter_in_counts(w->house->store, in, &world_fault));
    return in[0] + in[1] + in[2] + in[3] + in[4];
}
