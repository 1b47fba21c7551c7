#include "base/secret.h"
#include "base/fault.h"

#include <sodium.h>

void secret_random(uint8_t *p, size_t n)
{
    randombytes_buf(p, n);
}

void secret_sha256(uint8_t hash[SECRET_HASH], struct slice s)
{
    crypto_hash_sha256(hash, (const unsigned char *)(s.n ? s.p : ""), s.n);
}

void secret_chain(uint8_t hash[SECRET_HASH], const uint8_t previous[SECRET_HASH], struct slice text)
{
    crypto_hash_sha256_state st;
    crypto_hash_sha256_init(&st);
    crypto_hash_sha256_update(&st, previous, SECRET_HASH);
    if (text.n)
        crypto_hash_sha256_update(&st, (const unsigned char *)text.p, text.n);
    crypto_hash_sha256_final(&st, hash);
}

void secret_hex(char *out, const uint8_t *p, size_t n)
{
    sodium_bin2hex(out, 2 * n + 1, p, n);
}

bool secret_unhex(uint8_t *out, size_t n, struct slice hex)
{
    size_t got = 0;
    const char *end = NULL;
    if (hex.n != 2 * n)
        return false;
    return sodium_hex2bin(out, n, hex.p, hex.n, NULL, &got, &end) == 0 && got == n &&
           end == hex.p + hex.n;
}

void secret_token(char token[SECRET_TOKEN + 1], const uint8_t key[SECRET_KEY], struct slice what)
{
    static const char alphabet[] = "abcdefghijklmnopqrstuvwxyz234567";
    uint8_t mac[16];
    uint32_t bits = 0;
    int have = 0, at = 0;
    crypto_generichash(mac, sizeof mac, (const unsigned char *)what.p, what.n, key, SECRET_KEY);
    for (int i = 0; i < SECRET_TOKEN; i++) {
        if (have < 5) {
            bits = bits << 8 | mac[at++];
            have += 8;
        }
        token[i] = alphabet[bits >> (have - 5) & 31];
        have -= 5;
        bits &= (1u << have) - 1;
    }
    token[SECRET_TOKEN] = '\0';
}

bool secret_token_eq(const char token[SECRET_TOKEN + 1], struct slice given)
{
    char folded[SECRET_TOKEN] = {0};
    for (size_t i = 0; i < SECRET_TOKEN && i < given.n; i++) {
        char c = given.p[i];
        folded[i] = c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
    }
    return (sodium_memcmp(token, folded, SECRET_TOKEN) == 0) & (given.n == SECRET_TOKEN);
}

void secret_wipe(void *p, size_t n)
{
    sodium_memzero(p, n);
}
