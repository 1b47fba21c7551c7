/* How many games a unit test plays where COURTIER_GAMES asks for fewer than the 1,000 of the suites. */
#ifndef TEST_GAMES_H
#define TEST_GAMES_H

#include <stdlib.h>

/* As large a part of what is usual as the suites play of theirs, and at least so many. */
static inline int games_asked(int usual, int least)
{
    const char *asked = getenv("COURTIER_GAMES");
    long of_1000 = asked ? strtol(asked, NULL, 10) : 1000;
    long games = of_1000 >= 1000 ? usual : usual * (of_1000 > 0 ? of_1000 : 0) / 1000;
    return games > least ? (int)games : least;
}

#endif
