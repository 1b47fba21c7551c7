#include "engines/forex/doc.h"

#include <stdio.h>

void doc_sum(json_t *o, const char *key, int64_t sum)
{
    doc_put(o, key, sum % 2 ? json_real((double)sum / 2) : json_integer(sum / 2));
}

void doc_currency(json_t *o, const char *key, int currency)
{
    char paint[16];
    doc_text(o, key, forex_currency[currency]);
    snprintf(paint, sizeof paint, "paint.%s", forex_currency[currency]);
    doc_text(o, "paint", paint);
}
