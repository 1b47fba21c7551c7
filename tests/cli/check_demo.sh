#!/bin/sh
# A whole game of every engine, by mail, in both languages: players who know nothing but their
# letters play it to the end.
set -u
courtier=${COURTIER:-./courtier}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/courtier-demos-XXXXXX")
trap 'rm -rf "$tmp"' EXIT
status=0
for engine in venture forex boss capital; do
    for lang in en fr; do
        if "$courtier" demo --engine $engine --lang $lang --keep "$tmp/$engine-$lang" \
            --secret "$(printf '%064d' 11)" >"$tmp/out" 2>"$tmp/err" && grep -q 'Standings:' "$tmp/out"; then
            echo "ok - a game of $engine ($lang)"
        else
            echo "not ok - a game of $engine ($lang)"
            tail -n 5 "$tmp/err" | sed 's/^/# /'
            status=1
        fi
    done
done
exit $status
