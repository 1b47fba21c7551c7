#include "scenario.h"

/* A block is the run of lines indented by two spaces behind a sentence, blank lines between them
 * included. Words are split at spaces; "…" is one word, in which \" is a quote. */

enum { INDENT = 2 };

static bool is_blank(struct slice line)
{
    return slice_trim(line).n == 0;
}

static bool is_block(struct slice line)
{
    return line.n > INDENT && line.p[0] == ' ' && line.p[1] == ' ' && !is_blank(line);
}

static struct slice quoted(struct slice *rest, struct arena *arena)
{
    struct buf text = BUF(64 << 10);
    rest->p++, rest->n--;
    for (; rest->n && rest->p[0] != '"'; rest->p++, rest->n--) {
        if (rest->p[0] == '\\' && rest->n > 1)
            rest->p++, rest->n--;
        buf_char(&text, rest->p[0]);
    }
    if (rest->n)
        rest->p++, rest->n--;
    struct slice s = {arena_slice(arena, buf_all(&text)), text.n};
    buf_free(&text);
    return s;
}

static void read_words(struct sentence *s, struct slice rest, struct arena *arena)
{
    s->words = arena_array(arena, struct word, rest.n + 1);
    for (;;) {
        rest = slice_trim(rest);
        if (!rest.n || rest.p[0] == '#')
            return;
        struct word *w = &s->words[s->n++];
        if (rest.p[0] == '"') {
            *w = (struct word){quoted(&rest, arena), true};
            continue;
        }
        size_t n = 0;
        while (n < rest.n && rest.p[n] != ' ' && rest.p[n] != '\t')
            n++;
        *w = (struct word){{rest.p, n}, false};
        rest.p += n;
        rest.n -= n;
    }
}

static void add_to_block(struct sentence *s, const struct script *script, int line,
                         struct arena *arena)
{
    struct buf text = BUF(4 << 20);
    if (!s->block_lines)
        s->block_line = line;
    buf_slice(&text, s->block);
    for (int i = s->block_line + s->block_lines; i < line; i++)
        buf_char(&text, '\n');
    struct slice own = script->lines[line - 1];
    buf_add(&text, own.p + INDENT, own.n - INDENT);
    buf_char(&text, '\n');
    s->block_lines = line - s->block_line + 1;
    s->block = (struct slice){arena_slice(arena, buf_all(&text)), text.n};
    buf_free(&text);
}

void script_read(struct script *script, const char *path, struct slice text, struct arena *arena)
{
    int most = 1;
    for (size_t i = 0; i < text.n; i++)
        most += text.p[i] == '\n';
    *script = (struct script){.path = path};
    script->lines = arena_array(arena, struct slice, most);
    script->v = arena_array(arena, struct sentence, most);
    struct sentence *open = NULL;
    while (text.p && text.n) {
        struct slice line = slice_cut(&text, '\n');
        script->lines[script->nlines++] = line;
        if (is_blank(line))
            continue;
        if (is_block(line) && open) {
            add_to_block(open, script, script->nlines, arena);
            continue;
        }
        open = &script->v[script->n];
        open->line = script->nlines;
        read_words(open, line, arena);
        if (open->n)
            script->n++;
        else
            open = NULL;
    }
}

static void print_block(struct slice text, struct buf *out)
{
    while (text.p && text.n) {
        struct slice line = slice_cut(&text, '\n');
        buf_printf(out, "%s%.*s\n", line.n ? "  " : "", (int)line.n, line.p);
    }
}

void script_print(const struct script *script, struct buf *out)
{
    int next = 0;
    for (int i = 1; i <= script->nlines; i++) {
        struct slice line = script->lines[i - 1];
        while (next + 1 < script->n && script->v[next + 1].line <= i)
            next++;
        const struct sentence *s = script->n && script->v[next].line <= i ? &script->v[next] : NULL;
        bool old = s && s->update && s->block_lines && i >= s->block_line &&
                   i < s->block_line + s->block_lines;
        if (!old)
            buf_printf(out, "%.*s\n", (int)line.n, line.p);
        if (s && s->update && i == s->line)
            print_block(slice_of(s->update), out);
    }
}
