#include "archive/chart.h"

#include <stdlib.h>

enum { WIDTH = 720, HEIGHT = 300, LEFT = 44, RIGHT = 12, TOP = 12, BOTTOM = 28, TICKS = 5 };

struct chart {
    int seats, turns, room;
    double *scores; /* turns times seats */
    bool unknown;
};

struct chart *chart_new(int seats)
{
    struct chart *c = calloc(1, sizeof *c);
    if (!c)
        die("out of memory");
    c->seats = seats;
    return c;
}

void chart_free(struct chart **chart)
{
    if (!*chart)
        return;
    free((*chart)->scores);
    free(*chart);
    *chart = NULL;
}

void chart_add(struct chart *c, const double *scores, bool known)
{
    if (c->turns == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        c->scores = realloc(c->scores, sizeof *c->scores * (size_t)c->room * (size_t)c->seats);
        if (!c->scores)
            die("out of memory");
    }
    for (int i = 0; i < c->seats && known; i++)
        c->scores[c->turns * c->seats + i] = scores[i];
    c->unknown = c->unknown || !known;
    c->turns++;
}

/* 1, 2 or 5 times a power of ten: about `most` of them make the range. */
static double step_of(double range, int most)
{
    static const double nice[] = {1, 2, 5};
    for (double ten = 1;; ten *= 10)
        for (int i = 0; i < 3; i++)
            if (nice[i] * ten * most >= range)
                return nice[i] * ten;
}

struct scale {
    double low, high;
    int turns;
};

static double at_turn(const struct scale *s, double turn)
{
    return LEFT + turn * (WIDTH - LEFT - RIGHT) / (s->turns > 1 ? s->turns - 1 : 1);
}

static double at_score(const struct scale *s, double score)
{
    return HEIGHT - BOTTOM - (score - s->low) * (HEIGHT - TOP - BOTTOM) / (s->high - s->low);
}

static double floor_to(double v, double step)
{
    double n = (double)(int64_t)(v / step);
    return (n * step > v ? n - 1 : n) * step;
}

static struct scale scale_of(const struct chart *c, double *step)
{
    struct scale s = {c->scores[0], c->scores[0], c->turns};
    for (int i = 0; i < c->turns * c->seats; i++) {
        s.low = c->scores[i] < s.low ? c->scores[i] : s.low;
        s.high = c->scores[i] > s.high ? c->scores[i] : s.high;
    }
    if (s.low > 0 && s.low < s.high / 2)
        s.low = 0;
    *step = step_of(s.high - s.low > 0 ? s.high - s.low : 1, TICKS);
    s.low = floor_to(s.low, *step);
    s.high = -floor_to(-s.high, *step);
    if (s.high <= s.low)
        s.high = s.low + *step;
    return s;
}

static json_t *fixed(double v)
{
    char text[32];
    snprintf(text, sizeof text, "%.1f", v);
    return json_string(text);
}

static json_t *score_json(double v)
{
    return v == (double)(int64_t)v ? json_integer((json_int_t)v) : json_real(v);
}

/* Runs of the same score are drawn by their ends only. */
static void points(const struct chart *c, const struct scale *s, int seat, struct buf *out)
{
    for (int t = 0; t < c->turns; t++) {
        const double *v = &c->scores[t * c->seats + seat];
        if (t > 0 && t + 1 < c->turns && v[0] == v[-c->seats] && v[0] == v[c->seats])
            continue;
        buf_printf(out, "%s%.1f,%.1f", t ? " " : "", at_turn(s, t), at_score(s, *v));
    }
}

static json_t *line_json(const struct chart *c, const struct scale *s, int seat)
{
    struct buf path = BUF(1 << 20);
    double last = c->scores[(c->turns - 1) * c->seats + seat];
    char class[16];
    points(c, s, seat, &path);
    snprintf(class, sizeof class, "s%d", seat + 1);
    json_t *line = json_pack("{s:{s:i},s:s,s:s,s:o,s:o,s:o}", "seat", "seat", seat + 1, "class", class,
                             "points", buf_text(&path), "x", fixed(at_turn(s, c->turns - 1)), "y",
                             fixed(at_score(s, last)), "score", score_json(last));
    buf_free(&path);
    return line;
}

static json_t *lines_json(const struct chart *c, const struct scale *s)
{
    json_t *list = json_array();
    const double *last = &c->scores[(c->turns - 1) * c->seats];
    for (int rank = 0; rank < c->seats; rank++)
        for (int i = 0; i < c->seats; i++) {
            int better = 0;
            for (int k = 0; k < c->seats; k++)
                better += last[k] > last[i] || (last[k] == last[i] && k < i);
            if (better == rank)
                json_array_append_new(list, line_json(c, s, i));
        }
    return list;
}

json_t *chart_json(const struct chart *c)
{
    double step;
    if (c->unknown || c->turns < 2)
        return NULL;
    struct scale s = scale_of(c, &step);
    json_t *across = json_array(), *along = json_array();
    for (double v = s.low; v <= s.high + step / 2; v += step)
        json_array_append_new(across, json_pack("{s:o,s:o}", "y", fixed(at_score(&s, v)), "label",
                                                score_json(v)));
    double turns = step_of(c->turns, 8);
    for (double t = 0; t < c->turns; t += turns)
        json_array_append_new(along, json_pack("{s:o,s:o}", "x", fixed(at_turn(&s, t)), "label",
                                               score_json(t)));
    return json_pack("{s:i,s:i,s:i,s:i,s:i,s:i,s:o,s:o,s:o}", "width", WIDTH, "height", HEIGHT, "left",
                     LEFT, "right", WIDTH - RIGHT, "top", TOP, "bottom", HEIGHT - BOTTOM, "lines",
                     lines_json(c, &s), "across", across, "along", along);
}
