/* twins: two houses with the same key, secret and clock, which get the same letters, but for what is hidden
 * from some. What these get must not differ by a byte. */
#ifndef TESTS_TWINS_H
#define TESTS_TWINS_H

#include "world.h"

enum { PLAIN, ACTS, HOUSES }; /* in ACTS somebody does hidden things */

extern struct world twins[HOUSES];
extern int twins_hidden; /* turns nobody was told of */

/* The game "g" of a scenario's script, which ends there, in both. */
void twins_begin(const char *script);
struct game twins_game(int house);
void twins_run(int64_t seconds);

/* The same letter in both houses. */
void twins_both(int seat, const char *text);
/* It must also make a turn that everybody is told of. */
void twins_open(int seat, const char *text);
/* A letter in one house only, which must make a turn of it that nobody else can count. */
void twins_unseen(int seat, const char *text);
/* Two letters that must look the same to all others. */
void twins_either(int seat, const char *plain, const char *acts);

/* The same rulings in both houses, by the first moderator, who plays. */
void twins_rule(const char *text);
/* Rulings of the n-th moderator in one house. */
void twins_rule_in(int house, int nth, const char *text);

/* All that a seat can ask for. */
void twins_ask(int seat);
/* What all can see of the table is the same. */
void twins_tables(void);
/* What these people got is the same, and so are the pages; then the houses go. */
void twins_end_alike(const char *const *others);
/* And something hidden was done. */
void twins_end(const char *const *others);

#endif
