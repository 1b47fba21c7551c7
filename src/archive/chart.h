/* chart: the scores of a game over its turns, as lines to draw.
 *
 *     {"width","height","left","right","top","bottom",
 *      "lines":[{"seat":{…},"class":"s1","points":"40.0,12.5 …","x","y","score"}], best first
 *      "across":[{"y","label"}], "along":[{"x","label"}]}
 * Numbers only: words, colours and the picture itself are the template's (site_chart.html). */
#ifndef ARCHIVE_CHART_H
#define ARCHIVE_CHART_H

#include "turn/sitting.h"

struct chart; /* scores by turn */

struct chart *chart_new(int seats);
void chart_free(struct chart **chart);

/* The scores after the next turn that players know of; with `known` false the chart is not drawn at all. */
void chart_add(struct chart *chart, const double *scores, bool known);

/* NULL when some score was not known, or there are fewer than two turns. A new reference. */
json_t *chart_json(const struct chart *chart);

#endif
