/* step: the acts that survive a crash.
 *
 * Every durable act (a commit, a rename, a delivery) calls step_done() right after it happened.
 * Normally that does nothing; the stop tests count the acts and end the process after one of
 * them, without any cleanup, to prove that a rerun comes to the same end. */
#ifndef BASE_STEP_H
#define BASE_STEP_H

void step_done(const char *what);

/* Test hook: called for every act. NULL, the default, for none. */
extern void (*step_hook)(const char *what);

#endif
