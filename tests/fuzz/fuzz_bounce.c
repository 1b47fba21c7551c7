/* Feeds a letter to the reader of bounces that are written for people, header and text as they come. */
#include "mail/bounce.h"
#include "mail/compose.h"

#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct arena arena = ARENA(64 << 20);
    struct mail_header *header = calloc(1, sizeof *header);
    struct slice bytes = {(const char *)data, size};
    struct letter l = {.report_id = "", .report_to = "", .report_status = "", .report_reply = ""};
    if (!header)
        die("out of memory");
    mail_header_read(bytes, header);
    l.text = arena_slice(&arena, (struct slice){bytes.p + header->size, size - header->size});
    mail_bounce_read(header, &arena, &l);
    insist(!l.report_to[0] || mail_address_ok(slice_of(l.report_to)));
    insist(!l.report_reply[0] || mail_address_ok(slice_of(l.report_reply)));
    insist(!l.report_id[0] || mail_id_ok(slice_of(l.report_id)));
    insist(!l.report || l.report_status[0]);
    mail_away_subject(l.text);
    free(header);
    arena_free(&arena);
    return 0;
}
