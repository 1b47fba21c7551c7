#include "base/luck.h"
#include "base/fault.h"

#include <sodium.h>

void luck_init(void)
{
    if (sodium_init() < 0)
        die("libsodium does not start");
}

void luck_seed(uint8_t seed[LUCK_BYTES], const uint8_t secret[LUCK_BYTES], struct slice words)
{
    crypto_hash_sha256_state st;
    crypto_hash_sha256_init(&st);
    crypto_hash_sha256_update(&st, secret, LUCK_BYTES);
    if (words.n)
        crypto_hash_sha256_update(&st, (const unsigned char *)words.p, words.n);
    crypto_hash_sha256_final(&st, seed);
}

uint32_t luck_below(struct luck *luck, uint32_t n)
{
    static const unsigned char nonce[crypto_stream_chacha20_ietf_NONCEBYTES];
    unsigned char block[64] = {0};
    uint64_t limit, word = 0;
    insist(n >= 1);
    if (n == 1)
        return 0;
    if (luck->counter > UINT32_MAX)
        die("more draws than a key stream has blocks");
    crypto_stream_chacha20_ietf_xor_ic(block, block, sizeof block, nonce, (uint32_t)luck->counter,
                                       luck->seed);
    luck->counter++;
    limit = UINT64_MAX - UINT64_MAX % n;
    for (int i = 0; i < 8; i++) {
        word = 0;
        for (int b = 7; b >= 0; b--)
            word = word << 8 | block[i * 8 + b];
        if (word < limit)
            break;
    }
    if (luck->drawn >= LUCK_LOG)
        die("more than %d draws in one turn", LUCK_LOG);
    luck->log[luck->drawn++] = (struct luck_draw){n, (uint32_t)(word % n)};
    return (uint32_t)(word % n);
}

void luck_shuffle(struct luck *luck, uint16_t *v, uint32_t n)
{
    for (uint32_t i = n; i > 1; i--) {
        uint32_t j = luck_below(luck, i);
        uint16_t t = v[i - 1];
        v[i - 1] = v[j];
        v[j] = t;
    }
}

void luck_mark(struct luck *luck)
{
    luck->drawn = 0;
}
