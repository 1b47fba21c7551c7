/* Putting letters of an IMAP folder away once they are in the house. */
#include "mail/imap_away.h"
#include "mail/imap_name.h"

static int store_flag(struct imap_link *l, const struct mail_account *account,
                      struct mailimap_set *set, struct mailimap_flag *flag, struct fault *fault)
{
    struct mailimap_flag_list *flags = mailimap_flag_list_new_empty();
    if (!flags || !flag || mailimap_flag_list_add(flags, flag) != MAILIMAP_NO_ERROR)
        die("out of memory");
    struct mailimap_store_att_flags *store = mailimap_store_att_flags_new_add_flags_silent(flags);
    if (!store)
        die("out of memory");
    int code = mailimap_uid_store(l->imap, set, store);
    mailimap_store_att_flags_free(store);
    return code == MAILIMAP_NO_ERROR ? 0 : imap_link_fault(l, account, "STORE", code, fault);
}

static int copy_away(struct imap_link *l, const struct mail_account *account,
                     struct mailimap_set *set, struct fault *fault)
{
    bool move = mailimap_has_extension(l->imap, (char *)"MOVE");
    struct buf name;
    const char *folder = imap_name(account->folder, &name);
    int code = MAILIMAP_NO_ERROR;
    for (int i = 0; i < 2; i++) {
        code = move ? mailimap_uid_move(l->imap, set, folder)
                    : mailimap_uid_copy(l->imap, set, folder);
        bool no = code == MAILIMAP_ERROR_UID_MOVE || code == MAILIMAP_ERROR_MOVE ||
                  code == MAILIMAP_ERROR_UID_COPY || code == MAILIMAP_ERROR_COPY;
        if (!no || i)
            break;
        int made = mailimap_create(l->imap, folder);
        if (made == MAILIMAP_ERROR_STREAM)
            code = made;
        if (made != MAILIMAP_NO_ERROR)
            break;
    }
    buf_free(&name);
    if (code != MAILIMAP_NO_ERROR)
        return imap_link_fault(l, account, move ? "MOVE" : "COPY", code, fault);
    return 0;
}

int imap_expunge(struct imap_link *l, const struct mail_account *account, struct mailimap_set *set,
                 struct fault *fault)
{
    if (store_flag(l, account, set, mailimap_flag_new_deleted(), fault) != 0)
        return -1;
    int code = mailimap_has_uidplus(l->imap) ? mailimap_uid_expunge(l->imap, set)
                                             : mailimap_expunge(l->imap);
    return code == MAILIMAP_NO_ERROR ? 0 : imap_link_fault(l, account, "EXPUNGE", code, fault);
}

int imap_put_away(struct imap_link *l, const struct mail_account *account, struct mailimap_set *set,
                  struct fault *fault)
{
    bool move = account->processed == PROCESSED_MOVE;
    if (!move && account->processed != PROCESSED_DELETE)
        return store_flag(l, account, set, mailimap_flag_new_seen(), fault);
    if (move && copy_away(l, account, set, fault) != 0)
        return -1;
    /* MOVE has taken them out of the folder; behind COPY they are still in it. */
    return move && mailimap_has_extension(l->imap, (char *)"MOVE")
               ? 0
               : imap_expunge(l, account, set, fault);
}
