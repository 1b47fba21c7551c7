/* What always holds: tokens stand in the order of the line and do not overlap; token.start and
 * token.end lie on character boundaries; token.word is never empty. */
#include "order/lexer.h"
#include "base/utf8.h"

enum kind { IS_WORD, IS_SPACE, IS_SEPARATOR };

/* Where the lexer stands: a byte and the characters before it. */
struct place {
    size_t i;
    int column;
};

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static enum kind ascii_kind(char c)
{
    static const char kinds[128] = {
        ['\t'] = IS_SPACE,    ['\n'] = IS_SPACE,    ['\r'] = IS_SPACE,    [' '] = IS_SPACE,
        [','] = IS_SPACE,     ['+'] = IS_SPACE,     [';'] = IS_SPACE,     ['!'] = IS_SPACE,
        ['?'] = IS_SPACE,     ['"'] = IS_SPACE,     ['`'] = IS_SPACE,     ['<'] = IS_SPACE,
        ['>'] = IS_SPACE,     ['('] = IS_SPACE,     [')'] = IS_SPACE,     ['['] = IS_SPACE,
        [']'] = IS_SPACE,     ['{'] = IS_SPACE,     ['}'] = IS_SPACE,     ['|'] = IS_SPACE,
        [':'] = IS_SEPARATOR, ['/'] = IS_SEPARATOR, ['='] = IS_SEPARATOR,
    };
    return (enum kind)kinds[(unsigned char)c];
}

static bool is_double_quote(uint32_t c)
{
    return c == '"' || c == 0xab || c == 0xbb || c == 0x2039 || c == 0x203a ||
           (c >= 0x201c && c <= 0x201f);
}

static bool is_bullet(uint32_t c)
{
    return c == 0xb7 || c == 0x2022 || c == 0x2023 || c == 0x2043 || c == 0x25aa || c == 0x25e6 ||
           c == 0x2192;
}

/* What stands at byte i, and how many bytes it takes. */
static enum kind kind_at(struct slice line, size_t i, size_t *len)
{
    uint32_t c;
    if ((unsigned char)line.p[i] < 0x80) {
        *len = 1;
        return ascii_kind(line.p[i]);
    }
    *len = utf8_next(line.p + i, line.n - i, &c);
    return utf8_white(c) || is_double_quote(c) || is_bullet(c) || c == 0x2026 ? IS_SPACE : IS_WORD;
}

/* An apostrophe at byte i: its length, or 0. */
static size_t apostrophe_at(struct slice line, size_t i)
{
    uint32_t c;
    if (i >= line.n)
        return 0;
    if (line.p[i] == '\'')
        return 1;
    size_t len = utf8_next(line.p + i, line.n - i, &c);
    return c == 0x2018 || c == 0x2019 ? len : 0;
}

static bool between_digits(struct slice line, size_t i)
{
    return i > 0 && i + 1 < line.n && is_digit(line.p[i - 1]) && is_digit(line.p[i + 1]);
}

int lexer_columns(struct slice s)
{
    int n = 0;
    uint32_t c;
    for (size_t i = 0; i < s.n; n++)
        i += (unsigned char)s.p[i] < 0x80 ? 1 : utf8_next(s.p + i, s.n - i, &c);
    return n;
}

size_t lexer_byte(struct slice s, int column)
{
    size_t i = 0;
    uint32_t c;
    for (; column > 0 && i < s.n; column--)
        i += utf8_next(s.p + i, s.n - i, &c);
    return i;
}

/* --- before the first word ------------------------------------------------------------------ */

/* Length of numbering at byte i ("1)", "2.", "a)", "3 "), or 0. */
static size_t numbering(struct slice line, size_t i)
{
    size_t n = 0;
    if (i + 1 < line.n && line.p[i] == '#' && is_digit(line.p[i + 1]))
        n++;
    while (i + n < line.n && n < 4 && is_digit(line.p[i + n]))
        n++;
    if (n == 0 && i + 1 < line.n && line.p[i + 1] == ')')
        return (unsigned char)line.p[i] < 0x80 ? 2 : 0;
    if (n == 0 || i + n + 1 >= line.n)
        return 0;
    char c = line.p[i + n];
    if (c == ')' || c == ':' || c == ']' || c == '-')
        return n + 1;
    if (c == '.' && !is_digit(line.p[i + n + 1]))
        return n + 1;
    return c == ' ' || c == '\t' ? n : 0;
}

static void advance(struct slice line, struct place *at, size_t bytes)
{
    at->column += lexer_columns((struct slice){line.p + at->i, bytes});
    at->i += bytes;
}

static void skip_bullets(struct slice line, struct place *at)
{
    bool numbered = false;
    while (at->i < line.n) {
        size_t len;
        uint32_t c;
        utf8_next(line.p + at->i, line.n - at->i, &c);
        bool dash = c == '-' || c == '*' || c == '=' || c == '~' || (c >= 0x2010 && c <= 0x2015);
        if (kind_at(line, at->i, &len) == IS_SPACE || dash) {
            advance(line, at, len);
            continue;
        }
        len = numbered ? 0 : numbering(line, at->i);
        if (len == 0)
            return;
        numbered = true;
        advance(line, at, len);
    }
}

/* --- words ---------------------------------------------------------------------------------- */

/* The byte behind the word that begins at byte i, and whether it is all ASCII. */
static size_t word_end(struct lexed *lex, size_t i, bool split_commas, bool *ascii)
{
    struct slice line = lex->line;
    size_t start = i, len;
    *ascii = true;
    while (i < line.n) {
        enum kind kind = kind_at(line, i, &len);
        if (kind != IS_WORD) {
            if (line.p[i] == ',' && between_digits(line, i))
                lex->commas = true;
            if (!(line.p[i] == '/' || (line.p[i] == ',' && !split_commas)) ||
                !between_digits(line, i))
                break;
        }
        if (len > 1)
            *ascii = false;
        if (i == start + 1 && (line.p[start] == 'L' || line.p[start] == 'l') &&
            apostrophe_at(line, i) && i + len < line.n) {
            size_t unused;
            if (kind_at(line, i + len, &unused) == IS_WORD)
                return i + len;
        }
        i += len;
    }
    return i;
}

/* Takes what only decorates a word off both its ends. */
static void undress(struct slice line, size_t *start, size_t *end)
{
    size_t n;
    for (;;) {
        if (*start < *end && (line.p[*start] == '*' || line.p[*start] == '_'))
            ++*start;
        else if (*start + 1 < *end && line.p[*start] == '.' && !is_digit(line.p[*start + 1]))
            ++*start;
        else if (*start + 1 < *end && line.p[*start] == '#' && is_digit(line.p[*start + 1]))
            ++*start;
        else if (*start < *end && (n = apostrophe_at(line, *start)) != 0)
            *start += n;
        else
            break;
    }
    while (*start < *end) {
        char c = line.p[*end - 1];
        if (c == '.' || c == '*' || c == '_' || c == '\'')
            --*end;
        else if (*end - *start >= 3 && apostrophe_at(line, *end - 3) == 3)
            *end -= 3;
        else
            break;
    }
}

static struct slice fold_word(struct lexed *lex, struct slice raw, bool ascii)
{
    char *to = lex->fold + lex->used;
    size_t room = sizeof lex->fold - lex->used, n;
    if (ascii) {
        n = raw.n < room ? raw.n : room;
        for (size_t i = 0; i < n; i++) {
            char c = raw.p[i];
            to[i] = c >= 'a' && c <= 'z' ? (char)(c - 'a' + 'A') : c == ',' ? '.' : c;
        }
    } else {
        struct buf b = BUF(sizeof lex->fold);
        utf8_fold(raw, &b);
        n = b.n < room ? b.n : room;
        for (size_t i = 0; i < n; i++)
            to[i] = b.p[i] == ',' ? '.' : b.p[i];
        buf_free(&b);
    }
    lex->used += n;
    return (struct slice){to, n};
}

static bool only_dashes(struct slice word)
{
    for (size_t i = 0; i < word.n; i++)
        if (word.p[i] != '-')
            return false;
    return true;
}

/* Adds a token; false when there is no room. */
static bool add(struct lexed *lex, struct slice word, struct place at, size_t end, char separator)
{
    if (lex->n == TOKENS_MAX) {
        lex->more = true;
        lex->stop = (uint32_t)at.i;
        return false;
    }
    struct slice raw = {lex->line.p + at.i, end - at.i};
    lex->v[lex->n++] = (struct token){.word = word,
                                      .start = (uint32_t)at.i,
                                      .end = (uint32_t)end,
                                      .column = (uint16_t)at.column,
                                      .columns = (uint16_t)lexer_columns(raw),
                                      .keyword = KEYWORD_UNKNOWN,
                                      .separator = separator};
    return true;
}

void lexer_run(struct lexed *lex, struct slice line, size_t from, bool split_commas)
{
    struct place at = {0, 0};
    lex->line = line;
    lex->n = 0;
    lex->used = 0;
    lex->more = lex->commas = false;
    lex->stop = (uint32_t)line.n;
    advance(line, &at, from);
    skip_bullets(line, &at);
    while (at.i < line.n) {
        size_t len;
        enum kind kind = kind_at(line, at.i, &len);
        if (kind == IS_SPACE) {
            at.i += len;
            at.column++;
            continue;
        }
        if (kind == IS_SEPARATOR) {
            struct slice itself = {line.p + at.i, 1};
            if (!add(lex, itself, at, at.i + 1, line.p[at.i]))
                return;
            at.i++;
            at.column++;
            continue;
        }
        bool ascii;
        size_t end = word_end(lex, at.i, split_commas, &ascii), start = at.i, stop = end;
        bool article = end - start <= 4 && end - start >= 2 && apostrophe_at(line, start + 1) &&
                       end == start + 1 + apostrophe_at(line, start + 1) &&
                       (line.p[start] == 'l' || line.p[start] == 'L');
        if (!article)
            undress(line, &start, &stop);
        advance(line, &at, start - at.i);
        struct slice word = fold_word(lex, (struct slice){line.p + start, stop - start}, ascii);
        if (!only_dashes(word) && !add(lex, word, at, stop, 0))
            return;
        advance(line, &at, end - at.i);
    }
}

/* --- as typed ------------------------------------------------------------------------------- */

/* Without the quotes, when one pair stands around all of it and no other is inside. */
static struct slice unquote(struct slice s)
{
    size_t first = 0, last = 0, quotes = 0;
    uint32_t c;
    for (size_t i = 0, len; i < s.n; i += len) {
        len = utf8_next(s.p + i, s.n - i, &c);
        if (!is_double_quote(c))
            continue;
        quotes++;
        if (i == 0)
            first = len;
        if (i + len == s.n)
            last = len;
    }
    if (quotes != 2 || !first || !last)
        return s;
    return utf8_trim((struct slice){s.p + first, s.n - first - last});
}

static bool one_of(char c, const char *set)
{
    return c && strchr(set, c);
}

/* Without the ':' or ',' that belongs to what stands before: attached to it, or by itself. */
static struct slice skip_colon(struct slice s, bool attached)
{
    for (;;) {
        struct slice t = utf8_trim(s);
        attached = attached && t.p == s.p;
        s = t;
        if (!s.n || !one_of(s.p[0], ":,;"))
            return s;
        if (!attached && s.n > 1 && utf8_trim((struct slice){s.p + 1, s.n - 1}).p == s.p + 1)
            return s; /* a smiley */
        s.p++;
        s.n--;
    }
}

struct slice lexer_rest(const struct lexed *lex, int behind)
{
    const struct token *t = &lex->v[behind];
    struct slice line = lex->line, s = {line.p + t->end, line.n - t->end};
    /* What closes the bracket, quote or star before the token. */
    if (t->start > 0 && one_of(line.p[t->start - 1], "([{<\"'*_")) {
        while (s.n && one_of(s.p[0], ")]}>\"'*_")) {
            s.p++;
            s.n--;
        }
    }
    return skip_colon(unquote(skip_colon(s, true)), false);
}

struct slice lexer_word(const struct lexed *lex, int i, int *next)
{
    struct slice line = lex->line;
    size_t start = lex->v[i].start, end = start;
    uint32_t c;
    while (end < line.n) {
        size_t len = utf8_next(line.p + end, line.n - end, &c);
        if (utf8_white(c) || c == '=')
            break;
        end += len;
    }
    while (end > lex->v[i].end && one_of(line.p[end - 1], ",;:.!?)]}>\"'*_"))
        end--;
    for (*next = i + 1; *next < lex->n && lex->v[*next].start < end;)
        ++*next;
    return (struct slice){line.p + start, end - start};
}
