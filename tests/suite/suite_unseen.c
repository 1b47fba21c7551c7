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

#include "archive/site.h"
#include "bare.h"
#include "scenario.h"
#include "selfplay.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { PLAIN, ACTS, HOUSES }; /* in ACTS somebody does hidden things */

static struct world w[HOUSES];
static int hidden; /* turns nobody was told of */
static int64_t bytes;

static void run_tool(const char *const *argv)
{
    int status;
    pid_t pid = fork();
    if (pid == 0) {
        execvp(argv[0], (char *const *)(uintptr_t)argv);
        _exit(127);
    }
    assert_int_equal(waitpid(pid, &status, 0), pid);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        die("%s fails", argv[0]);
}

static void begin(const char *script)
{
    hidden = 0;
    bytes = 0;
    scenario_leave("the table", slice_of(script), &w[PLAIN]);
    w[ACTS] = w[PLAIN];
    snprintf(w[ACTS].dir, sizeof w[ACTS].dir, "%.500s-acts", w[PLAIN].dir);
    run_tool((const char *const[]){"cp", "-a", w[PLAIN].dir, w[ACTS].dir, NULL});
    for (int h = 0; h < HOUSES; h++)
        world_open(&w[h]);
}

static struct game game_of(int house)
{
    struct sitting *s = world_sit(&w[house], "g");
    struct game g = s->game;
    sitting_close(&s);
    return g;
}

static void run_both(int64_t seconds)
{
    for (int h = 0; h < HOUSES; h++) {
        w[h].now += seconds;
        world_run(&w[h]);
    }
}

/* The same letter in both houses. */
static void both(int seat, const char *text)
{
    for (int h = 0; h < HOUSES; h++)
        world_orders(&w[h], "g", seat, text);
    run_both(300);
}

/* A letter in one house only, which must make a turn of it that nobody else can count. */
static void unseen(int seat, const char *text)
{
    struct game before = game_of(ACTS);
    world_orders(&w[ACTS], "g", seat, text);
    run_both(300);
    struct game after = game_of(ACTS);
    if (after.turn <= before.turn)
        die("no turn: %s", text);
    hidden += (int)(after.turn - before.turn);
}

/* Two letters that must look the same to all others. */
static void either(int seat, const char *plain, const char *acts)
{
    struct game before[HOUSES] = {game_of(PLAIN), game_of(ACTS)};
    world_orders(&w[PLAIN], "g", seat, plain);
    world_orders(&w[ACTS], "g", seat, acts);
    run_both(300);
    for (int h = 0; h < HOUSES; h++)
        if (game_of(h).turn == before[h].turn)
            die("no turn: %s", h == PLAIN ? plain : acts);
}

/* Rulings of the n-th moderator in one house. */
static void rule(int house, int nth, const char *text)
{
    struct sitting *s = world_sit(&w[house], "g");
    struct moderator *v;
    int n;
    must(store_moderators(w[house].house->store, s->game.id, &w[house].arena, &v, &n, &world_fault));
    struct writer writer = {.who = WHO_MODERATOR, .number = v[nth].number, .epoch = v[nth].epoch};
    const char *to = token_address(w[house].house, &s->game, &writer, 0, &w[house].arena);
    sitting_close(&s);
    world_letter(&w[house], v[nth].address, to, "Re: ruling", text);
}

/* The same rulings in both houses, by the first moderator, who plays. */
static void both_rule(const char *text)
{
    for (int h = 0; h < HOUSES; h++)
        rule(h, 0, text);
    run_both(300);
}

static void open_turn(int seat, const char *text)
{
    struct game before = game_of(PLAIN);
    both(seat, text);
    struct game after = game_of(PLAIN);
    if (after.turn == before.turn)
        die("no turn: %s", text);
    if (after.shown == before.shown)
        die("nobody is told: %s", text);
}

/* --- what others get -------------------------------------------------------------------------- */

static int letters_to(int house, const char *address, struct buf *out)
{
    struct world_mail *v;
    int n = world_mail(&w[house], address, false, &v);
    for (int i = 0; i < n; i++)
        bare_letter(v[i].bytes, out);
    return n;
}

static void say_difference(struct slice a, struct slice b)
{
    while (a.p && b.p) {
        struct slice x = slice_cut(&a, '\n'), y = slice_cut(&b, '\n');
        if (!slice_eq(x, y)) {
            fprintf(stderr, "  %.*s\n  %.*s\n", (int)x.n, x.p, (int)y.n, y.p);
            return;
        }
    }
}

static void compare_letters(const char *name)
{
    struct buf text[HOUSES] = {BUF(64 << 20), BUF(64 << 20)};
    int n[HOUSES];
    const char *address = arena_printf(&w[PLAIN].arena, "%s@players.example", name);
    for (int h = 0; h < HOUSES; h++)
        n[h] = letters_to(h, address, &text[h]);
    if (n[PLAIN] == 0)
        die("%s gets nothing", name);
    if (n[PLAIN] != n[ACTS])
        fprintf(stderr, "%s gets %d letters, or %d\n", name, n[PLAIN], n[ACTS]);
    if (!slice_eq(buf_all(&text[PLAIN]), buf_all(&text[ACTS]))) {
        say_difference(buf_all(&text[PLAIN]), buf_all(&text[ACTS]));
        die("%s can tell that somebody did something", name);
    }
    bytes += (int64_t)text[PLAIN].n;
    for (int h = 0; h < HOUSES; h++)
        buf_free(&text[h]);
}

static void compare_pages(void)
{
    const char *dir[HOUSES];
    for (int h = 0; h < HOUSES; h++) {
        struct sitting *s = world_sit(&w[h], "g");
        struct site site = {.house = w[h].house};
        site.dir = dir[h] = arena_printf(&w[h].arena, "%s/site", w[h].dir);
        must(site_begin(&site, &world_fault));
        must(site_game(&site, s, &world_fault));
        must(site_end(&site, &world_fault));
        sitting_close(&s);
    }
    run_tool((const char *const[]){"diff", "-r", dir[PLAIN], dir[ACTS], NULL});
}

/* A moderator who plays may ask for any number all may see. */
static void compare_tables(void)
{
    struct table *seen[HOUSES];
    for (int h = 0; h < HOUSES; h++) {
        struct sitting *s = world_sit(&w[h], "g");
        seen[h] = table_new(s->engine->schema, s->game.seats);
        table_view(seen[h], s->table, 0);
        sitting_close(&s);
    }
    if (!table_same(seen[PLAIN], seen[ACTS]))
        die("what all can see of the table tells that somebody did something");
    table_free(&seen[PLAIN]), table_free(&seen[ACTS]);
}

/* What they can ask for, and what they get by itself. */
static void ask_everything(int seat)
{
    both(seat, "STATUS");
    both(seat, "HISTORY\nSEARCH alice bob\nSEARCH plays");
    both(seat, "HISTORY 2 3");
    for (int turn = 0; turn <= 4; turn++)
        both(seat, arena_printf(&w[PLAIN].arena, "REPORT %d", turn));
    both(seat, "REPORT 99");
    both(seat, "HISTORY 99");
    both(seat, "THIS IS NO ORDER");
}

static void end_alike(const char *const *others)
{
    struct game g[HOUSES] = {game_of(PLAIN), game_of(ACTS)};
    for (int i = 0; others[i]; i++)
        compare_letters(others[i]);
    compare_pages();
    assert_int_equal(g[PLAIN].shown, g[ACTS].shown);
    print_message("%d hidden turns behind %lld, %lld bytes compared\n", hidden, (long long)g[PLAIN].turn,
                  (long long)bytes);
    assert_true(bytes > 20000);
    for (int h = 0; h < HOUSES; h++)
        world_remove(&w[h]);
}

static void end(const char *const *others)
{
    assert_true(hidden > 0);
    assert_true(game_of(ACTS).turn > game_of(PLAIN).turn);
    end_alike(others);
}

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
    const char *address = arena_printf(&w[PLAIN].arena, "%s@players.example", name);
    struct world_mail *v;
    int before = world_mail(&w[PLAIN], address, false, &v);
    run_both(25 * 3600);
    assert_int_equal(world_mail(&w[PLAIN], address, false, &v) - before, letters);
}

static void a_card_that_waits(void **state)
{
    static const char *const others[] = {"alice", "bob", "david", "wanda", NULL};
    (void)state;
    begin(boss_table);
    open_turn(1, "DEAL");
    open_turn(2, "ASK 3 FOR Goldman\nSHOW Sacks");
    open_turn(4, "TRAVEL Sacks OF Bob");
    both(3, "PASS");
    unseen(3, "BOSS");
    unseen(3, "PASS ALWAYS");
    ask_everything(1);
    open_turn(2, "ASK 2 FOR Sacks");
    wait_a_day("wanda", 1);
    unseen(3, "TRAVEL Goldman OF Bob");
    wait_a_day("wanda", 0);
    ask_everything(2);
    ask_everything(4);
    open_turn(4, "ASK 4"); /* by now that is a letter at once */
    wait_a_day("wanda", 0);
    end(others);
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
        both(2, bob[i]);
    for (size_t i = 0; i < sizeof alice / sizeof alice[0]; i++)
        both(1, alice[i]);
}

static void rule_the_window(void)
{
    static const char *const rulings[] = {"PREVIEW DEAL 1 TO Bob FROM queue", "PREVIEW DEAL 2 TO Bob FROM queue",
                                          "PREVIEW SHUFFLE queue", "SHUFFLE queue"};
    for (size_t i = 0; i < sizeof rulings / sizeof rulings[0]; i++)
        both_rule(rulings[i]);
    compare_tables();
}

/* To put a card behind another is an answer to that, as PASS is; and who has played it may do so, too. In
 * the end they come to nothing, and only their owners hear of it. */
static void a_card_that_looks_like_a_pass(void **state)
{
    static const char *const others[] = {"alice", "bob", "wanda", NULL};
    (void)state;
    begin(boss_table);
    open_turn(1, "DEAL");
    open_turn(2, "ASK 3 FOR Goldman\nSHOW Sacks");
    open_turn(4, "TRAVEL Sacks OF Bob CLAN");
    either(3, "PASS", "TRAVEL Sacks OF Bob CLAN WITH JOKER");
    both(1, "OFFER 1 TO David"); /* he has not been heard any more */
    unseen(4, "TRAVEL Sacks OF Bob CLAN WITH JOKER");
    try_the_window();
    rule_the_window();
    ask_everything(2);
    rule(ACTS, 1, "END GAME"); /* he is asked whether he is sure, and never answers */
    run_both(300);
    both_rule("END GAME");
    both(2, "PASS");
    both(1, "PASS");
    rule_the_window();
    ask_everything(1);
    open_turn(2, "ASK 2 FOR Goldman");
    wait_a_day("wanda", 1);
    end(others);
}

/* Orders put by that are refused when their time comes. */
static void lines_that_come_to_nothing(void **state)
{
    static const char *const others[] = {"alice", "chloe", "david", "wanda", NULL};
    (void)state;
    begin(boss_table);
    world_orders(&w[ACTS], "g", 2, "WHEN CARD BOSS ALWAYS\nWHEN CLOSE BOSS 3 TIMES\nWHEN TALK CLOSE\nNEXT DRAW\nNEXT DISCARD STOP");
    run_both(300);
    open_turn(1, "DEAL");
    open_turn(4, "TRAVEL Goldman OF Bob");
    ask_everything(1);
    both(2, "PASS");
    both(1, "PASS");
    both(3, "PASS");
    both(1, "FAIL");
    both(3, "PASS");
    both(4, "PASS");
    both(2, "PASS");
    both(3, "STATUS");
    wait_a_day("wanda", 1);
    end_alike(others);
}

/* --- Capital Power ---------------------------------------------------------------------------- */

static const char capital_table[] =
    "game capital g\npeople Wanda\nplayers Alice Bob Chloe\nat 2026-03-02 10:00\n"
    "pace turn=20d reaction=20d negotiation=20d\noption await-choices=yes\n"
    "Alice's cell.H: 6\nBob's cell.H: 37\n" WATCHED;

/* Who is awaited writes what his report suggests, the same in both houses. */
static void go_on(void)
{
    struct sitting *s = world_sit(&w[PLAIN], "g");
    struct order orders[ORDERS_SUGGESTED];
    struct order_reader reader = sitting_reader(s, NULL);
    struct buf text = BUF(8192);
    int seat = s->awaits[0].seat, n = selfplay_suggest(s, seat, orders, ORDERS_SUGGESTED);
    for (int i = 0; i < n; i++) {
        order_print(&reader, &orders[i], &text);
        buf_char(&text, '\n');
    }
    sitting_close(&s);
    both(seat, buf_text(&text));
    buf_free(&text);
}

static void plans_gifts_and_trades(void **state)
{
    static const char *const others[] = {"chloe", "wanda", NULL};
    (void)state;
    begin(capital_table);
    unseen(2, "PLAN H IF BOURSE BUY 10, IF BANK WITHDRAW ALL");
    unseen(2, "PLAN H NONE");
    unseen(1, "PLAN H IF BOURSE BUY 10\nMORE"); /* it is his turn */
    compare_tables();
    go_on();
    go_on();
    ask_everything(3);
    unseen(1, "GIVE 20 WHITE TO Bob");
    unseen(2, "TAKE OFF BOOKS");
    unseen(2, "ENTRY H +20 \"consulting\"");
    wait_a_day("wanda", 1);
    unseen(2, "PROPOSE 10 WHITE TO Alice FOR 10 BLACK");
    unseen(1, "DECLINE");
    wait_a_day("wanda", 0);
    ask_everything(3);
    go_on(); /* by now that is a letter at once */
    wait_a_day("wanda", 0);
    compare_tables();
    end(others);
}

/* Orders of a round may be written anew until all are in. */
static void sealed_orders(void **state)
{
    static const char *const others[] = {"bob", "chloe", "wanda", NULL};
    (void)state;
    begin("game capital g\npeople Wanda\nplayers Alice Bob Chloe\nat 2026-03-02 10:00\noption pace=rounds\n"
          "pace turn=20d reaction=20d\n" WATCHED);
    both(1, "MOVE H");
    unseen(1, "MOVE H THEN IF BOURSE BUY 10");
    unseen(1, "PLAN H IF BANK WITHDRAW ALL");
    ask_everything(2);
    unseen(1, "PASS");
    unseen(1, "PLAN H NONE");
    both(2, "MOVE H");
    ask_everything(3);
    unseen(1, "MOVE H");
    compare_tables();
    open_turn(3, "MOVE H");
    wait_a_day("wanda", 1);
    compare_tables();
    end(others);
}

/* Whether the last letter to somebody says that. */
static void says(const char *name, const char *what)
{
    struct world_mail *v;
    int n = world_mail(&w[PLAIN], arena_printf(&w[PLAIN].arena, "%s@players.example", name), false, &v);
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
    begin(table);
    unseen(2, "PLAN H IF BOURSE BUY 10");
    go_on();
    go_on();
    unseen(2, "PLAN H NONE");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        both_rule(tries[i]);
    both_rule("UNDO");
    says("alice", "turns were taken back (1)");
    unseen(2, "PLAN H IF BOURSE BUY 20");
    for (size_t i = 0; i < sizeof tries / sizeof tries[0]; i++)
        both_rule(tries[i]);
    both_rule("REDO");
    says("alice", "counts again");
    unseen(2, "PLAN H IF BOURSE BUY 30");
    both_rule("REROLL");
    says("alice", "once more");
    unseen(2, "PLAN H IF BOURSE BUY 40");
    both_rule("UNDO 2");
    says("alice", "turns were taken back (2)");
    ask_everything(1);
    go_on();
    wait_a_day("wanda", 1);
    end(others);
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
    unseen(1, hidden % 2 ? "PASS" : "SELL 1");
}

/* Whether a letter to somebody says that, in the house where all is open. */
static bool told(const char *name, const char *what)
{
    struct world_mail *v;
    int n = world_mail(&w[PLAIN], arena_printf(&w[PLAIN].arena, "%s@players.example", name), false, &v);
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
    begin(forex_table);
    open_turn(1, "INVEST CNY");
    open_turn(2, "DIVEST USD 2");
    both(1, "PASS");
    for (int i = 0; i < 25; i++) {
        open_turn(4, "SUGGEST GIVE CHF FOR CNY");
        change_answer();
        open_turn(4, arena_printf(&w[PLAIN].arena, "WITHDRAW %d", i + 2));
        change_answer();
    }
    both(3, "SAY hello"); /* Bob gets a report, and has not acted */
    run_both(2 * 3600);
    both(2, "THIS IS NO ORDER");
    assert_true(told("bob", "EARLIER"));
    buf_str(&say, "SAY\n");
    for (int i = 0; i < 50; i++)
        buf_str(&say, "blah blah blah blah blah blah blah blah blah blah blah blah\n");
    buf_str(&say, "END\n");
    for (int i = 0; i < 40; i++) {
        both(3, buf_text(&say));
        if (i % 8 == 0)
            change_answer();
    }
    buf_free(&say);
    assert_true(told("chloe", "a great deal"));
    ask_everything(2);
    wait_a_day("wanda", 1);
    change_answer();
    wait_a_day("wanda", 0);
    compare_tables();
    end(others);
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
        begin(table);
        for (int i = 0; i < 6; i++)
            go_on();
        for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
            world_orders(&w[ACTS], "g", 2, own[i]);
            run_both(300);
        }
        for (size_t i = 0; i < sizeof ruled / sizeof ruled[0]; i++) {
            rule(ACTS, 0, ruled[i]);
            run_both(300);
        }
        ask_everything(1);
        for (int i = 0; i < 4; i++)
            go_on();
        both(1, "SAY hello\nSTANDINGS\nGAMES");
        run_both(25 * 3600);
        end_alike((const char *const[]){"alice", "wanda", NULL});
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
