/* memory: what SQLite asks for, from lists of free blocks.
 *
 * SQLite makes and gives back small blocks all the time, by hundreds for a statement that is prepared,
 * and Debian's is built without lists of its own. One thread only. */
#ifndef STORE_MEMORY_H
#define STORE_MEMORY_H

/* Before SQLite is used for the first time; later it changes nothing. */
void memory_config(void);

#endif
