/* unseen: what a player does that the rules keep to himself changes no byte that others get.
 *
 * Two houses with the same key, secret and clock get the same letters; in one of them a seat also does what
 * only it may know of: a card that waits behind another, a plan, an entry, a gift, a trade between two, an
 * answer that is sealed and changed. Each such act is a turn of the house, but none that others may count.
 * All that is mailed to them, and the pages of the archive, are the same, but for the ids of letters (bare.h). */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "selfplay.h"
#include "twins.h"

/* --- I'm the Boss! ------------------------------------------------------------------------------ */

#define WATCHED                                                                                    \
    "Wanda writes to the house\n  OBSERVE g\nWanda writes\n  OBSERVE\n"

static const char boss_table[] =
    "game boss g\npeople Wanda\nplayers Alice Bob Chloe David\nat 2026-03-02 10:00\n"
    "moderator Alice\nmoderator Max\nmoderator option moderator-plays\n"
    "pace turn=20d reaction=20d negotiation=20d\n"
    "board 7: dollar\nphase: 1\nturn: Alice\n"
    "Alice's investors: Cashman Dougherty, the rest to investors\n"
    "Bob's investors: Goldman, the rest to investors\n"
    "Chloe's investors: Sacks, the rest to investors\n"
    "David's investors: Wadsworth, the rest to investors\n"
    "investors: Liebgeld, the rest to investors\n"
    "Alice's hand: stop stop recruit travel-Goldman\n"
    "Bob's hand: clan-Sacks travel-Wadsworth travel-joker stop\n"
    "Chloe's hand: boss travel-joker travel-Goldman stop\n"
    "David's hand: travel-joker travel-Sacks recruit recruit\n" WATCHED
    "David writes\n  DIGEST DAILY 12:00\n  FORMAT both json\n";

/* A watcher's letter is due a day after the last one, if there is something to tell. */
static void wait_a_day(const char *name, int letters)
{
    const char *address = arena_printf(&twins[PLAIN].arena, "%s@players.example", name);
    struct world_mail *v;
    int before = world_mail(&twins[PLAIN], address, false, &v);
    twins_run(25 * 3600);
    assert_int_equal(world_mail(&twins[PLAIN], address, false, &v) - before, letters);
}

static void a_card_that_waits(void **state)
{
    static const char *const others[] = {"alice", "bob", "david", "wanda", NULL};
    (void)state;
    twins_begin(boss_table);
    twins_open(1, "DEAL");
    twins_open(2, "ASK 3 FOR Goldman\nSHOW Sacks");
    twins_open(4, "TRAVEL Sacks OF Bob");
    twins_both(3, "PASS");
    twins_unseen(3, "BOSS");
    twins_unseen(3, "PASS ALWAYS");
    twins_ask(1);
    twins_open(2, "ASK 2 FOR Sacks");
    wait_a_day("wanda", 1);
    twins_unseen(3, "TRAVEL Goldman OF Bob");
    wait_a_day("wanda", 0);
    twins_ask(2);
    twins_ask(4);
    twins_open(4, "ASK 4"); /* by now that is a letter at once */
    wait_a_day("wanda", 0);
    twins_end(others);
}

/* What could tell whether cards wait behind the one that is pending: lines that would come behind them, and
 * what a moderator who plays can ask of the table. */
static void try_the_window(void)
{
    static const char *const bob[] = {"PREVIEW\nSTOP\nTRAVEL Wadsworth OF David", "PREVIEW\nSTOP\nSTOP",
                                      "STOP\nTRAVEL Wadsworth OF David\nPASS PASS", "STOP\nPASS\nPASS"};
    static const char *const alice[] = {"PREVIEW\nSTOP\nCLOSE", "PREVIEW\nSTOP\nFAIL", "STOP\nCLOSE\nROLL",
                                        "STOP\nFAIL\nROLL",     "STOP\nFAIL\nFAIL\nROLL"};
    for (size_t i = 0; i < sizeof bob / sizeof bob[0]; i++)
        twins_both(2, bob[i]);
    for (size_t i = 0; i < sizeof alice / sizeof alice[0]; i++)
        twins_both(1, alice[i]);
}

static void rule_the_window(void)
{
    static const char *const rulings[] = {"PREVIEW DEAL 1 TO Bob FROM queue", "PREVIEW DEAL 2 TO Bob FROM queue",
                                          "PREVIEW SHUFFLE queue", "SHUFFLE queue"};
    for (size_t i = 0; i < sizeof rulings / sizeof rulings[0]; i++)
        twins_rule(rulings[i]);
    twins_tables();
}

/* To put a card behind another is an answer to that, as PASS is; and who has played it may do so, too. In
 * the end they come to nothing, and only their owners hear of it. */
static void a_card_that_looks_like_a_pass(void **state)
{
    static const char *const others[] = {"alice", "bob", "wanda", NULL};
    (void)state;
    twins_begin(boss_table);
    twins_open(1, "DEAL");
    twins_open(2, "ASK 3 FOR Goldman\nSHOW Sacks");
    twins_open(4, "TRAVEL Sacks OF Bob CLAN");
    twins_either(3, "PASS", "TRAVEL Sacks OF Bob CLAN WITH JOKER");
    twins_both(1, "OFFER 1 TO David"); /* he has not been heard any more */
    twins_unseen(4, "TRAVEL Sacks OF Bob CLAN WITH JOKER");
    try_the_window();
    rule_the_window();
    twins_ask(2);
    twins_rule_in(ACTS, 1, "END GAME"); /* he is asked whether he is sure, and never answers */
    twins_run(300);
    twins_rule("END GAME");
    twins_both(2, "PASS");
    twins_both(1, "PASS");
    rule_the_window();
    twins_ask(1);
    twins_open(2, "ASK 2 FOR Goldman");
    wait_a_day("wanda", 1);
    twins_end(others);
}

/* Orders put by that are refused when their time comes. */
static void lines_that_come_to_nothing(void **state)
{
    static const char *const others[] = {"alice", "chloe", "david", "wanda", NULL};
    (void)state;
    twins_begin(boss_table);
    world_orders(&twins[ACTS], "g", 2, "WHEN CARD BOSS ALWAYS\nWHEN CLOSE BOSS 3 TIMES\nWHEN TALK CLOSE\nNEXT DRAW\nNEXT DISCARD STOP");
    twins_run(300);
    twins_open(1, "DEAL");
    twins_open(4, "TRAVEL Goldman OF Bob");
    twins_ask(1);
    twins_both(2, "PASS");
    twins_both(1, "PASS");
    twins_both(3, "PASS");
    twins_both(1, "FAIL");
    twins_both(3, "PASS");
    twins_both(4, "PASS");
    twins_both(2, "PASS");
    twins_both(3, "STATUS");
    wait_a_day("wanda", 1);
    twins_end_alike(others);
}

/* --- Capital Power ---------------------------------------------------------------------------- */

static const char capital_table[] =
    "game capital g\npeople Wanda\nplayers Alice Bob Chloe\nat 2026-03-02 10:00\n"
    "pace turn=20d reaction=20d negotiation=20d\noption await-choices=yes\n"
    "Alice's cell.H: 6\nBob's cell.H: 37\n" WATCHED;

/* Who is awaited writes what his report suggests, the same in both houses. */
static void go_on(void)
{
    struct sitting *s = world_sit(&twins[PLAIN], "g");
    struct order orders[ORDERS_SUGGESTED];
    struct order_reader reader = sitting_reader(s, NULL);
    struct buf text = BUF(8192);
    int seat = s->awaits[0].seat, n = selfplay_suggest(s, seat, orders, ORDERS_SUGGESTED);
    for (int i = 0; i < n; i++) {
        order_print(&reader, &orders[i], &text);
        buf_char(&text, '\n');
    }
    sitting_close(&s);
    twins_both(seat, buf_text(&text));
    buf_free(&text);
}

static void plans_gifts_and_trades(void **state)
{
    static const char *const others[] = {"chloe", "wanda", NULL};
    (void)state;
    twins_begin(capital_table);
    twins_unseen(2, "PLAN H IF BOURSE BUY 10, IF BANK WITHDRAW ALL");
    twins_unseen(2, "PLAN H NONE");
    twins_unseen(1, "PLAN H IF BOURSE BUY 10\nMORE"); /* it is his turn */
    twins_tables();
    go_on();
    go_on();
    twins_ask(3);
    twins_unseen(1, "GIVE 20 WHITE TO Bob");
    twins_unseen(2, "TAKE OFF BOOKS");
    twins_unseen(2, "ENTRY H +20 \"consulting\"");
    wait_a_day("wanda", 1);
    twins_unseen(2, "PROPOSE 10 WHITE TO Alice FOR 10 BLACK");
    twins_unseen(1, "DECLINE");
    wait_a_day("wanda", 0);
    twins_ask(3);
    go_on(); /* by now that is a letter at once */
    wait_a_day("wanda", 0);
    twins_tables();
    twins_end(others);
}

/* Orders of a round may be written anew until all are in. */
static void sealed_orders(void **state)
{
    static const char *const others[] = {"bob", "chloe", "wanda", NULL};
    (void)state;
    twins_begin("game capital g\npeople Wanda\nplayers Alice Bob Chloe\nat 2026-03-02 10:00\noption pace=rounds\n"
          "pace turn=20d reaction=20d\n" WATCHED);
    twins_both(1, "MOVE H");
    twins_unseen(1, "MOVE H THEN IF BOURSE BUY 10");
    twins_unseen(1, "PLAN H IF BANK WITHDRAW ALL");
    twins_ask(2);
    twins_unseen(1, "PASS");
    twins_unseen(1, "PLAN H NONE");
    twins_both(2, "MOVE H");
    twins_ask(3);
    twins_unseen(1, "MOVE H");
    twins_tables();
    twins_open(3, "MOVE H");
    wait_a_day("wanda", 1);
    twins_tables();
    twins_end(others);
}

/* Whether the last letter to somebody says that. */
static void says(const char *name, const char *what)
{
    struct world_mail *v;
    int n = world_mail(&twins[PLAIN], arena_printf(&twins[PLAIN].arena, "%s@players.example", name), false, &v);
    if (!n || !strstr(v[n - 1].letter.text, what))
        die("%s does not read \"%s\" but: %s", name, what, n ? v[n - 1].letter.text : "nothing");
}

/* He could go back and forth, or only ask what would happen if he did. */
static void a_moderator_who_plays(void **state)
{
    static const char table[] = "game capital g\npeople Wanda\nplayers Alice Bob Chloe\n"
                                "moderator Alice\nmoderator option moderator-plays\nat 2026-03-02 10:00\n"
                                "pace turn=20d reaction=20d negotiation=20d\n" WATCHED;
    static const char *const others[] = {"alice", "chloe", "wanda", NULL};
    static const char *const tries[] = {"PREVIEW UNDO", "PREVIEW UNDO 9",    "PREVIEW REDO",  "PREVIEW REROLL",
                                        "JOURNAL",      "JOURNAL 1 9",       "RESEND Chloe 1", "RESEND Alice 9",
                                        "END GAME",     "PREVIEW FORCE END"};
    (void)state;
    twins_begin(table);
    twins_unseen(2, "PLAN H IF BOURSE BUY 10");
    go_on();
    go_on();
    twins_unseen(2, "PLAN H NONE");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        twins_rule(tries[i]);
    twins_rule("UNDO");
    says("alice", "turns were taken back (1)");
    twins_unseen(2, "PLAN H IF BOURSE BUY 20");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        twins_rule(tries[i]);
    twins_rule("REDO");
    says("alice", "counts again");
    twins_unseen(2, "PLAN H IF BOURSE BUY 30");
    twins_rule("REROLL");
    says("alice", "once more");
    twins_unseen(2, "PLAN H IF BOURSE BUY 40");
    twins_rule("UNDO 2");
    says("alice", "turns were taken back (2)");
    twins_ask(1);
    go_on();
    wait_a_day("wanda", 1);
    twins_end(others);
}

/* --- For-Ex ----------------------------------------------------------------------------------- */

static const char forex_table[] =
    "game forex g\npeople Wanda\nplayers Alice Bob Chloe David\nat 2026-03-02 10:00\n"
    "pace turn=20d reaction=20d negotiation=20d\n"
    "Alice's held.USD: 2\nBob's held.USD: 3\nChloe's held.USD: 1\nDavid's held.USD: 2\n"
    "held.USD: 0\ngone.USD: 0\n" WATCHED;

/* Alice has answered under seal, and changes her mind. */
static void change_answer(void)
{
    twins_unseen(1, twins_hidden % 2 ? "PASS" : "SELL 1");
}

/* Whether a letter to somebody says that, in the house where all is open. */
static bool told(const char *name, const char *what)
{
    struct world_mail *v;
    int n = world_mail(&twins[PLAIN], arena_printf(&twins[PLAIN].arena, "%s@players.example", name), false, &v);
    for (int i = 0; i < n; i++)
        if (strstr(v[i].letter.text, what))
            return true;
    return false;
}

/* How far back "earlier" reaches is counted in turns, and so is how much one may say. */
static void limits_of_turns(void **state)
{
    static const char *const others[] = {"bob", "chloe", "david", "wanda", NULL};
    struct buf say = BUF(64 << 10);
    (void)state;
    twins_begin(forex_table);
    twins_open(1, "INVEST CNY");
    twins_open(2, "DIVEST USD 2");
    twins_both(1, "PASS");
    for (int i = 0; i < 25; i++) {
        twins_open(4, "SUGGEST GIVE CHF FOR CNY");
        change_answer();
        twins_open(4, arena_printf(&twins[PLAIN].arena, "WITHDRAW %d", i + 2));
        change_answer();
    }
    twins_both(3, "SAY hello"); /* Bob gets a report, and has not acted */
    twins_run(2 * 3600);
    twins_both(2, "THIS IS NO ORDER");
    assert_true(told("bob", "EARLIER"));
    buf_str(&say, "SAY\n");
    for (int i = 0; i < 50; i++)
        buf_str(&say, "blah blah blah blah blah blah blah blah blah blah blah blah\n");
    buf_str(&say, "END\n");
    for (int i = 0; i < 40; i++) {
        twins_both(3, buf_text(&say));
        if (i % 8 == 0)
            change_answer();
    }
    buf_free(&say);
    assert_true(told("chloe", "a great deal"));
    twins_ask(2);
    wait_a_day("wanda", 1);
    change_answer();
    wait_a_day("wanda", 0);
    twins_tables();
    twins_end(others);
}

/* --- all games --------------------------------------------------------------------------------- */

/* What somebody asks, sets, or puts by and takes back, is his own affair; so is what a moderator asks. */
static void letters_of_ones_own(void **state)
{
    static const char *const own[] = {
        "STATUS", "nonsense 1 2 3", "PREVIEW\nPASS", "WHISPER Chloe psst", "SEARCH alice", "HISTORY", "REPORT 0",
        "NEXT PASS", "CANCEL", "WHEN CARD PASS ALWAYS", "FORGET 1", "WHEN DIVEST PASS ALWAYS", "FORGET 1", "WHENS",
        "LANG fr", "TZ Europe/Paris", "FORMAT text", "DIGEST DAILY 10:00", "DIGEST OFF", "ADDRESS bob@else.example",
        "RESIGN", "VACATION", "WHISPER Chloe encore", "LANG en"};
    static const char *const ruled[] = {"RESEND Bob\nSEAT Bob RENEW", "SEAT Bob KICK\nPREVIEW END", "CANCEL GAME"};
    (void)state;
    for (const struct engine *const *e = engine_all(); *e; e++) {
        char table[400];
        snprintf(table, sizeof table, "game %s g\npeople Wanda\nplayers Alice Bob Chloe\nmoderator Max\n"
                 "at 2026-03-02 10:00\npace turn=20d reaction=20d vacation=9d\n" WATCHED, (*e)->def->name);
        twins_begin(table);
        for (int i = 0; i < 6; i++)
            go_on();
        for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
            world_orders(&twins[ACTS], "g", 2, own[i]);
            twins_run(300);
        }
        for (size_t i = 0; i < sizeof ruled / sizeof ruled[0]; i++) {
            twins_rule_in(ACTS, 0, ruled[i]);
            twins_run(300);
        }
        twins_ask(1);
        for (int i = 0; i < 4; i++)
            go_on();
        twins_both(1, "SAY hello\nSTANDINGS\nGAMES");
        twins_run(25 * 3600);
        twins_end_alike((const char *const[]){"alice", "wanda", NULL});
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_card_that_waits),
        cmocka_unit_test(a_card_that_looks_like_a_pass),
        cmocka_unit_test(lines_that_come_to_nothing),
        cmocka_unit_test(plans_gifts_and_trades),
        cmocka_unit_test(sealed_orders),
        cmocka_unit_test(a_moderator_who_plays),
        cmocka_unit_test(limits_of_turns),
        cmocka_unit_test(letters_of_ones_own),
    };
    luck_init();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
