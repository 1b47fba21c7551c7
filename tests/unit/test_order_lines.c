/* Letters as mail programs write them, and the lines that are orders. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "order/lines.h"
#include "order/order.h"

#include <time.h>

#define COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))

struct letter {
    const char *text;
    const char *orders; /* "number:line|number:line" */
};

static const char *orders_of(const char *text)
{
    static char out[4000];
    struct arena arena = ARENA(1 << 20);
    struct order_lines lines;
    struct buf b = BUF(sizeof out - 1);
    order_lines(slice_of(text), &arena, &lines);
    for (int i = 0; i < lines.n; i++) {
        assert_true(lines.v[i].text.p >= text);
        buf_printf(&b, "%s%d:%.*s", i ? "|" : "", lines.v[i].number, (int)lines.v[i].text.n,
                   lines.v[i].text.p);
    }
    strncpy(out, buf_text(&b), sizeof out - 1);
    buf_free(&b);
    arena_free(&arena);
    return out;
}

static void check(const struct letter *letters, int n)
{
    for (int i = 0; i < n; i++)
        assert_string_equal(orders_of(letters[i].text), letters[i].orders);
}

static void test_plain(void **state)
{
    (void)state;
    static const struct letter letters[] = {
        {"", ""},
        {"\n\n", ""},
        {"PASS", "1:PASS"},
        {"\n  TAKE OIL-EF  \n\n\tPAY AUTO\n", "2:TAKE OIL-EF|4:PAY AUTO"},
        {"TAKE A\nEND\nTAKE B\n", "1:TAKE A"},
        {"TAKE A\nFin.\nTAKE B\n", "1:TAKE A"},
        {"TAKE A\n--END--\nTAKE B\n", "1:TAKE A"},
        {"TAKE A\nEND # that is all\nTAKE B\n", "1:TAKE A"},
        {"ENDORSE 3\nFINIR\n", "1:ENDORSE 3|2:FINIR"},
        {"TAKE A # the cheap one\n# nothing here\nAGREE #4\nAGREE #4, #5 # ok\n",
         "1:TAKE A|3:AGREE #4|4:AGREE #4, #5"},
        {"AGREE #4th\nC# is a language\nTAKE A #4 #x", "1:AGREE|2:C# is a language|3:TAKE A #4"},
        {"-----\nTAKE A\n=====\n***\n👍\n…\nPASS", "2:TAKE A|7:PASS"},
        {"\u00a0TAKE A\u00a0\n\u200b\nPASS\u202f", "1:TAKE A|3:PASS"},
        {"> TAKE A\nPASS\n>PAY AUTO\n| old\n", "2:PASS"},
        {"- TAKE A\n1) PASS\n* PAY AUTO", "1:- TAKE A|2:1) PASS|3:* PAY AUTO"},
    };
    check(letters, COUNT(letters));
}

static void test_manners(void **state)
{
    (void)state;
    static const struct letter letters[] = {
        {"Hello,\n\nPASS\n", "3:PASS"},
        {"Hi Alice!\nPASS", "2:PASS"},
        {"Hello everyone\nPASS", "2:PASS"},
        {"Bonjour à tous,\nPASS", "2:PASS"},
        {"Bonjour Jean-Pierre,\nPASS", "2:PASS"},
        {"Cher courtier,\nPASS", "2:PASS"},
        {"Good morning\nPASS", "2:PASS"},
        {"Salut tout le monde !\nPASS", "2:PASS"},
        {"Hi, PASS\n", "1:Hi, PASS"},
        {"Hello TAKE OIL-EF ON 2\n", "1:Hello TAKE OIL-EF ON 2"},
        {"Hide\nHistory", "1:Hide|2:History"},
        {"PASS\nThanks\nBob\nRoom 3", "1:PASS"},
        {"PASS\nThank you, Bob\nx", "1:PASS"},
        {"PASS\nThanks Bob!\nx", "1:PASS"},
        {"PASS\nThanks for the report and good luck\nROLL", "1:PASS|2:Thanks for the report and "
                                                            "good luck|3:ROLL"},
        {"PASS\nCheers,\nx", "1:PASS"},
        {"PASS\nBest regards,\nx", "1:PASS"},
        {"PASS\nKind regards\nx", "1:PASS"},
        {"PASS\nMerci !\nx", "1:PASS"},
        {"PASS\nMerci d'avance\nx", "1:PASS"},
        {"PASS\nMerci d’avance,\nx", "1:PASS"},
        {"PASS\nBien cordialement,\nx", "1:PASS"},
        {"PASS\nBises\nx", "1:PASS"},
        {"PASS\nA+\nx", "1:PASS"},
        {"PASS\nÀ bientôt\nx", "1:PASS"},
        {"PASS\nBonne journée !\nx", "1:PASS"},
        {"PASS\nTHANKSGIVING\nMERCIER 3\nBEST OFFER", "1:PASS|2:THANKSGIVING|3:MERCIER 3|4:BEST "
                                                      "OFFER"},
        {"PASS\nTAKE CARE\nx", "1:PASS"},
        {"Thanks!\nPASS\nThanks\nx", "2:PASS"},
        {"END\nPASS", ""},
    };
    check(letters, COUNT(letters));
}

static void test_tails(void **state)
{
    (void)state;
    static const struct letter letters[] = {
        {"PASS\n\nSent from my iPhone\n", "1:PASS"},
        {"PASS\n\nSent from my iPhone\n\n> On 3 Nov 2026, at 10:12, Courtier <c@x.org> wrote:\n> \n"
         "> Your turn\n",
         "1:PASS"},
        {"PASS\nSent from my Galaxy\nSent from Outlook for Android\nGet Outlook for iOS<https://x>",
         "1:PASS"},
        {"PASS\nEnvoyé de mon iPhone\nEnvoyé depuis mon appareil Galaxy\n"
         "Envoyé à partir d’Outlook pour iOS\nTélécharger Outlook pour Android",
         "1:PASS"},
        {"PASS\nProvenance : Courrier pour Windows 10", "1:PASS"},
        {"PASS\nSent with Proton Mail secure email.\n", "1:PASS"},
        {"PASS\nEnvoyé de mon appareil Android avec Courriel K-9 Mail. Veuillez excuser ma\n"
         "brièveté.\n\nROLL",
         "1:PASS|5:ROLL"},
        {"[cid:image001.png@01D9]\nPASS\n[image: logo]", "2:PASS"},
        {"PASS\n\n-- \nBob\nTAKE A\n", "1:PASS"},
        {"PASS\n--\nBob\n", "1:PASS"},
        {"PASS\n—\nBob\n", "1:PASS"},
        {"PASS\n-\nROLL\n", "1:PASS|3:ROLL"},
    };
    check(letters, COUNT(letters));
}

static void test_english_replies(void **state)
{
    (void)state;
    static const struct letter letters[] = {
        /* Gmail */
        {"PASS\n\nOn Tue, Nov 3, 2026 at 10:12 AM Courtier <c@x.org> wrote:\n\n> Your turn\n> "
         "PASS\n",
         "1:PASS"},
        {"PASS\n\nOn Tue, 3 Nov 2026 at 10:12, Courtier <courtier+abc.2.17.tokentokentoken@x.org>\n"
         "wrote:\n\n> Your turn\n",
         "1:PASS"},
        {"PASS\n\nOn Tue, 3 Nov 2026 at 10:12, "
         "Courtier\n<courtier+abc.2.17.tokentokentoken@x.org>\n"
         "wrote:\n\nYour turn\nROLL\n",
         "1:PASS"},
        /* bottom posting */
        {"On Tue, Nov 3, 2026 at 10:12 AM Courtier <c@x.org> wrote:\n> Your turn\n> PASS\n\nROLL\n",
         "5:ROLL"},
        /* interleaved */
        {"On Tue, Nov 3, 2026, Courtier <c@x.org> wrote:\n> Take a company\nTAKE A\n> Pay\n"
         "PAY AUTO\n> bye\n-- \nBob",
         "3:TAKE A|5:PAY AUTO"},
        /* Thunderbird */
        {"PASS\n\nOn 11/3/26 10:12, Courtier wrote:\n> Your turn\n", "1:PASS"},
        /* Yahoo */
        {"PASS\n\nOn Tuesday, November 3, 2026 at 10:12:05 AM GMT+1, Courtier <c@x.org> wrote:  \n "
         "\n"
         " Your turn\nROLL",
         "1:PASS"},
        /* Outlook */
        {"PASS\n\n-----Original Message-----\nFrom: Courtier <c@x.org>\nSent: Tuesday\nROLL",
         "1:PASS"},
        {"PASS\n\n________________________________\nFrom: Courtier <c@x.org>\nSent: x\nROLL",
         "1:PASS"},
        {"PASS\n\nFrom: Courtier <c@x.org>\nSent: Tuesday, November 3, 2026 10:12\nTo: Bob\n"
         "Subject: Your turn\n\nROLL",
         "1:PASS"},
        {"PASS\n*From:* Courtier <c@x.org>\n*Sent:* Tuesday\n\nROLL", "1:PASS"},
        /* Samsung */
        {"PASS\n\n-------- Original message --------\nFrom: Courtier <c@x.org>\nDate: "
         "3/11/26\nROLL",
         "1:PASS"},
        /* Proton, top and bottom */
        {"PASS\n\n------- Original Message -------\nOn Tuesday, November 3rd, 2026 at 10:12, "
         "Courtier <c@x.org> wrote:\n\n> Your turn\n",
         "1:PASS"},
        {"------- Original Message -------\nOn Tuesday, November 3rd, 2026 at 10:12, "
         "Courtier <c@x.org> wrote:\n\n> Your turn\n\nROLL\n",
         "6:ROLL"},
        /* Apple */
        {"PASS\n\nBegin forwarded message:\n\nFrom: c@x.org\nSubject: x\nROLL", "1:PASS"},
        /* forwarded by Gmail, Zoho, Horde, a bare name */
        {"PASS\n---------- Forwarded message ---------\nFrom: x\nROLL", "1:PASS"},
        {"PASS\n---- On Tue, 03 Nov 2026 10:12:00 +0100 Courtier <c@x.org> wrote ----\nROLL",
         "1:PASS"},
        {"PASS\nQuoting Courtier <c@x.org>:\n\n> x\nROLL", "1:PASS|5:ROLL"},
        {"PASS\nCourtier <c@x.org> wrote:\n> x\n", "1:PASS"},
        {"PASS\n2026-11-03 10:12 GMT+01:00 Courtier <c@x.org>:\n\n> x\n", "1:PASS"},
        /* not replies */
        {"SAY Bob wrote: nonsense\nSAY as he wrote:\nROLL",
         "1:SAY Bob wrote: nonsense|2:SAY as he wrote:|3:ROLL"},
        {"ON 3\nROLL", "1:ON 3|2:ROLL"},
        {"FROM: 3\nROLL\nPASS\nSTOP\nROLL\nTO: 5", "1:FROM: 3|2:ROLL|3:PASS|4:STOP|5:ROLL|6:TO: 5"},
        /* the disclaimer of an office behind a closing */
        {"PASS\n\nRegards,\nBob\n\nThis message is confidential.\nIf you are not…", "1:PASS"},
        {"PASS\n______________________________________________\nThis message is confidential",
         "1:PASS"},
    };
    check(letters, COUNT(letters));
}

static void test_french_replies(void **state)
{
    (void)state;
    static const struct letter letters[] = {
        {"PASSER\n\nLe mar. 3 nov. 2026 à 10:12, Courtier <c@x.org> a écrit :\n\n> À vous\n",
         "1:PASSER"},
        {"PASSER\n\nLe mar. 3 nov. 2026 à 10:12, Courtier <courtier+abc.2.17.token@x.org> a\n"
         "écrit :\n\n> À vous\n",
         "1:PASSER"},
        {"PASSER\n\nLe mar. 3 nov. 2026 à 10:12, Courtier <courtier+abc.2.17.token@x.org>\n"
         "a écrit\u00a0:\n\nÀ vous\nLANCER",
         "1:PASSER"},
        {"Le 03/11/2026 à 10:12, Courtier a écrit\u202f:\n> À vous\n> LANCER\n\nPASSER\n",
         "5:PASSER"},
        {"PASSER\nLe mardi 3 novembre 2026 à 10:12:05 UTC+1, Courtier <c@x.org> a écrit :\n\n"
         "À vous\nLANCER",
         "1:PASSER"},
        {"PASSER\nLe 03/11/2026 10:12, « Courtier » <c@x.org> a écrit :\n\nLANCER", "1:PASSER"},
        /* Outlook */
        {"PASSER\n\nDe : Courtier <c@x.org>\nEnvoyé : mardi 3 novembre 2026 10:12\nÀ : Bob\n"
         "Objet : À vous\n\nLANCER",
         "1:PASSER"},
        {"PASSER\n\n________________________________\nDe : Courtier <c@x.org>\nEnvoyé : x\nLANCER",
         "1:PASSER"},
        {"PASSER\n-----Message d'origine-----\nDe : Courtier\nLANCER", "1:PASSER"},
        {"PASSER\n-----Message d’origine-----\nLANCER", "1:PASSER"},
        /* Samsung, Thunderbird forwards */
        {"PASSER\n-------- Message d'origine --------\nDe : c@x.org\nDate : 3/11\nLANCER",
         "1:PASSER"},
        {"PASSER\n-------- Message original --------\nLANCER", "1:PASSER"},
        {"PASSER\n-------- Message transféré --------\nLANCER", "1:PASSER"},
        /* Free (Zimbra), Orange, SFR, Laposte */
        {"PASSER\n\n----- Mail original -----\nDe: \"Courtier\" <c@x.org>\nÀ: \"Bob\" <b@free.fr>\n"
         "LANCER",
         "1:PASSER"},
        {"PASSER\n\n> Message du 03/11/26 10:12\n> De : \"Courtier\" <c@x.org>\n> A : "
         "bob@orange.fr\n"
         "> Copie à : \n> Objet : A vous\n> \n> LANCER\n",
         "1:PASSER"},
        {"PASSER\n========================================\n\nMessage du : 03/11/2026 10:12\n"
         "De : \"Courtier\"\nLANCER",
         "1:PASSER"},
        {"PASSER\nEnvoyé depuis ma messagerie Orange\n\nDe: c@x.org\nEnvoyé: 3 novembre\nLANCER",
         "1:PASSER"},
        {"PASSER\nDébut du message transféré :\n\nDe: c@x.org\nLANCER", "1:PASSER"},
        /* bottom posting with manners */
        {"Le 3 nov. 2026 à 10:12, Courtier <c@x.org> a écrit :\n>\n> À vous\n>\n\nBonjour,\n\n"
         "PRENDRE OIL-EF\nPAYER AUTO\n\nCordialement,\nAlice\n",
         "8:PRENDRE OIL-EF|9:PAYER AUTO"},
        {"Le 3\nLANCER", "1:Le 3|2:LANCER"},
    };
    check(letters, COUNT(letters));
}

static void test_limits(void **state)
{
    (void)state;
    struct arena arena = ARENA(1 << 20);
    struct order_lines lines;
    struct buf b = BUF(4 << 20);
    for (int i = 0; i < LINES_MAX; i++)
        buf_str(&b, "PASS\n");
    order_lines(buf_all(&b), &arena, &lines);
    assert_int_equal(lines.n, LINES_MAX);
    assert_false(lines.too_many);
    buf_str(&b, "\n> x\nROLL");
    order_lines(buf_all(&b), &arena, &lines);
    assert_int_equal(lines.n, LINES_MAX);
    assert_true(lines.too_many);
    /* a line far too long is still a line: the parser has the word for it */
    buf_clear(&b);
    for (int i = 0; i < 5000; i++)
        buf_str(&b, "x ");
    order_lines(buf_all(&b), &arena, &lines);
    assert_int_equal(lines.n, 1);
    assert_int_equal(lines.v[0].text.n, 9999);
    /* hostile: nothing but beginnings of things, and nothing but blank lines */
    buf_clear(&b);
    clock_t start = clock();
    for (int i = 0; i < 20000; i++)
        buf_str(&b, "> On x\nOn a wrote:\n> b\n\n\n");
    order_lines(buf_all(&b), &arena, &lines);
    assert_int_equal(lines.n, 0);
    buf_clear(&b);
    for (int i = 0; i < 1000000; i++)
        buf_char(&b, '\n');
    buf_str(&b, "PASS");
    order_lines(buf_all(&b), &arena, &lines);
    assert_int_equal(lines.n, 1);
    assert_int_equal(lines.v[0].number, 1000001);
    assert_true(clock() - start < 2 * CLOCKS_PER_SEC);
    buf_free(&b);
    arena_free(&arena);
}

/* How many lines are left when the writer's name below them is left out. */
static int unsigned_lines(const char *text, const char *name)
{
    static const struct verb verbs[] = {{"PASS", "PASSER", NULL, "", 0}};
    static const struct grammar game = {.verbs = verbs, .nverbs = 1};
    struct order_reader reader = {.game = &game};
    struct arena arena = ARENA(1 << 20);
    struct order_lines lines;
    order_lines(slice_of(text), &arena, &lines);
    order_lines_unsign(&lines, name, &reader, &arena);
    int n = lines.n;
    arena_free(&arena);
    return n;
}

static void names_below_are_left_out(void **state)
{
    (void)state;
    assert_int_equal(unsigned_lines("PASS\nAnn\n", "Ann Smith"), 1);
    assert_int_equal(unsigned_lines("PASS\n\n  *ann smith*\n> PASS\n", "Ann Smith"), 1);
    assert_int_equal(unsigned_lines("PASS\n- Chloé.\n", "Chloé"), 1);
    assert_int_equal(unsigned_lines("PASS\nAn\n", "Ann Smith"), 2);
    assert_int_equal(unsigned_lines("PASS\nSmith\n", "Ann Smith"), 2);
    assert_int_equal(unsigned_lines("Ann\n", "Ann"), 1);
    assert_int_equal(unsigned_lines("Ann\nPASS\n", "Ann"), 2);
    assert_int_equal(unsigned_lines("PASS\nPASS\n", "Pass"), 2);
    assert_int_equal(unsigned_lines("SAY I think that all of this would be much easier with\nAnn\n", "Ann"), 2);
    assert_int_equal(unsigned_lines("SAY good luck\nAnn\n", "Ann"), 1);
    assert_int_equal(unsigned_lines("SAY\nhi\nEND\nAnn\n", "Ann"), 1);
    assert_int_equal(unsigned_lines("", "Ann"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plain),          cmocka_unit_test(test_manners),
        cmocka_unit_test(test_tails),          cmocka_unit_test(test_english_replies),
        cmocka_unit_test(test_french_replies), cmocka_unit_test(test_limits),
        cmocka_unit_test(names_below_are_left_out),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
