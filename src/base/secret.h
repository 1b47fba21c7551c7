/* secret: hashes, tokens and keys, all from libsodium. luck_init() must have run. */
#ifndef BASE_SECRET_H
#define BASE_SECRET_H

#include "base/slice.h"

#include <stdint.h>

enum { SECRET_KEY = 32, SECRET_HASH = 32, SECRET_TOKEN = 16 };

void secret_random(uint8_t *p, size_t n);
void secret_sha256(uint8_t hash[SECRET_HASH], struct slice s);

/* hash = SHA-256(previous hash, text): the link of a hash chain. */
void secret_chain(uint8_t hash[SECRET_HASH], const uint8_t previous[SECRET_HASH], struct slice text);

void secret_hex(char *out /* 2n+1 */, const uint8_t *p, size_t n);
bool secret_unhex(uint8_t *out, size_t n, struct slice hex); /* exactly 2n digits */

/* A keyed MAC of `what` as SECRET_TOKEN characters a-z2-7: safe in a mail address, 80 bits. */
void secret_token(char token[SECRET_TOKEN + 1], const uint8_t key[SECRET_KEY], struct slice what);

/* Constant time in the length of the expected token; letter case does not matter. */
bool secret_token_eq(const char token[SECRET_TOKEN + 1], struct slice given);

void secret_wipe(void *p, size_t n);

#endif
