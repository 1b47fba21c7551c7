#include "mail/html.h"

/* Latin-1 from U+00A0 on, in order. */
static const char *const latin[96] = {
    "nbsp",   "iexcl",  "cent",   "pound",  "curren", "yen",    "brvbar", "sect",   "uml",
    "copy",   "ordf",   "laquo",  "not",    "shy",    "reg",    "macr",   "deg",    "plusmn",
    "sup2",   "sup3",   "acute",  "micro",  "para",   "middot", "cedil",  "sup1",   "ordm",
    "raquo",  "frac14", "frac12", "frac34", "iquest", "Agrave", "Aacute", "Acirc",  "Atilde",
    "Auml",   "Aring",  "AElig",  "Ccedil", "Egrave", "Eacute", "Ecirc",  "Euml",   "Igrave",
    "Iacute", "Icirc",  "Iuml",   "ETH",    "Ntilde", "Ograve", "Oacute", "Ocirc",  "Otilde",
    "Ouml",   "times",  "Oslash", "Ugrave", "Uacute", "Ucirc",  "Uuml",   "Yacute", "THORN",
    "szlig",  "agrave", "aacute", "acirc",  "atilde", "auml",   "aring",  "aelig",  "ccedil",
    "egrave", "eacute", "ecirc",  "euml",   "igrave", "iacute", "icirc",  "iuml",   "eth",
    "ntilde", "ograve", "oacute", "ocirc",  "otilde", "ouml",   "divide", "oslash", "ugrave",
    "uacute", "ucirc",  "uuml",   "yacute", "thorn",  "yuml",
};

static const struct {
    const char *name;
    uint32_t c;
} others[] = {
    {"amp", '&'},       {"lt", '<'},
    {"gt", '>'},        {"quot", '"'},
    {"apos", '\''},     {"euro", 0x20ac},
    {"hellip", 0x2026}, {"ndash", 0x2013},
    {"mdash", 0x2014},  {"lsquo", 0x2018},
    {"rsquo", 0x2019},  {"sbquo", 0x201a},
    {"ldquo", 0x201c},  {"rdquo", 0x201d},
    {"bdquo", 0x201e},  {"lsaquo", 0x2039},
    {"rsaquo", 0x203a}, {"bull", 0x2022},
    {"trade", 0x2122},  {"minus", 0x2212},
    {"OElig", 0x152},   {"oelig", 0x153},
    {"Scaron", 0x160},  {"scaron", 0x161},
    {"Yuml", 0x178},    {"larr", 0x2190},
    {"uarr", 0x2191},   {"rarr", 0x2192},
    {"darr", 0x2193},   {"harr", 0x2194},
    {"le", 0x2264},     {"ge", 0x2265},
    {"ne", 0x2260},     {"ensp", 0x2002},
    {"emsp", 0x2003},   {"thinsp", 0x2009},
    {"zwnj", 0x200c},   {"zwj", 0x200d},
    {"frasl", 0x2044},  {"dagger", 0x2020},
    {"lpar", '('},      {"rpar", ')'},
    {"num", '#'},       {"sol", '/'},
    {"colon", ':'},     {"semi", ';'},
    {"comma", ','},     {"period", '.'},
    {"excl", '!'},      {"quest", '?'},
    {"dollar", '$'},    {"percnt", '%'},
    {"ast", '*'},       {"plus", '+'},
    {"equals", '='},    {"commat", '@'},
    {"lowbar", '_'},    {"hyphen", 0x2010},
    {"dash", 0x2010},   {"NewLine", '\n'},
    {"Tab", '\t'},      {"NonBreakingSpace", 0xa0},
    {"AMP", '&'},       {"LT", '<'},
    {"GT", '>'},        {"QUOT", '"'},
};

/* Numbers 128-159 mean windows-1252 to every browser. */
static uint32_t windows(uint32_t c)
{
    static const uint16_t table[32] = {
        0x20ac, 0x81,   0x201a, 0x192,  0x201e, 0x2026, 0x2020, 0x2021, 0x2c6,  0x2030, 0x160,
        0x2039, 0x152,  0x8d,   0x17d,  0x8f,   0x90,   0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x2dc,  0x2122, 0x161,  0x203a, 0x153,  0x9d,   0x17e,  0x178,
    };
    return c >= 128 && c < 160 ? table[c - 128] : c;
}

static int digit(char c, int base)
{
    int v = c >= '0' && c <= '9'   ? c - '0'
            : c >= 'a' && c <= 'f' ? c - 'a' + 10
            : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                   : 99;
    return v < base ? v : -1;
}

static size_t number(struct slice s, uint32_t *c)
{
    size_t i = 2, start;
    int base = 10, d;
    uint32_t v = 0;
    if (i < s.n && (s.p[i] == 'x' || s.p[i] == 'X')) {
        base = 16;
        i++;
    }
    for (start = i; i < s.n && (d = digit(s.p[i], base)) >= 0; i++)
        v = v > 0x110000 ? v : v * (uint32_t)base + (uint32_t)d;
    if (i == start)
        return 0;
    v = windows(v);
    *c = v == 0 || v > 0x10ffff || (v >= 0xd800 && v < 0xe000) ? 0xfffd : v;
    return i < s.n && s.p[i] == ';' ? i + 1 : i;
}

size_t mail_html_entity(struct slice s, uint32_t *c)
{
    size_t n = 0;
    if (s.n >= 2 && s.p[1] == '#')
        return number(s, c);
    while (n + 1 < s.n && n < 20 &&
           ((s.p[n + 1] >= 'a' && s.p[n + 1] <= 'z') || (s.p[n + 1] >= 'A' && s.p[n + 1] <= 'Z') ||
            (s.p[n + 1] >= '0' && s.p[n + 1] <= '9')))
        n++;
    struct slice name = {s.p + 1, n};
    bool closed = n + 1 < s.n && s.p[n + 1] == ';';
    if (n == 0 || !closed) /* "R&D" and "?a=1&copy=2" are no entities */
        return 0;
    for (size_t i = 0; i < 96; i++) {
        if (slice_is(name, latin[i])) {
            *c = 0xa0 + (uint32_t)i;
            return n + 2;
        }
    }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        if (slice_is(name, others[i].name)) {
            *c = others[i].c;
            return n + 2;
        }
    }
    return 0;
}
