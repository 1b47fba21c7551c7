#!/bin/sh
# The pages of an archive in a browser: every link leads somewhere, the search finds, and it can be seen.
# Needs chromium: installed when missing and we may; skipped without it, but not in CI.
set -u
courtier=${COURTIER:-./courtier}
. "$(dirname "$0")/servers.sh"
command -v chromium >/dev/null || servers_need chromium fonts-dejavu-core
tmp=$(mktemp -d "${TMPDIR:-/tmp}/courtier-site-XXXXXX")
trap 'rm -rf "$tmp"' EXIT
unset COURTIER_HOUSE
# A game that is over and one being played, on one site.
"$courtier" demo --engine boss --keep "$tmp/house" --secret "$(printf '%064d' 11)" --players 3 >"$tmp/out" 2>&1 || bad "demo" "$(tail -n 3 "$tmp/out")"
"$courtier" --house "$tmp/house" new venture lyon --player 'Zoé <zoe@x.org>' --player 'Léa <lea@x.org>' --bot Bob >/dev/null
site=$tmp/site
"$courtier" --house "$tmp/house" archive --format html --out "$site" >"$tmp/out" 2>"$tmp/err" || bad "archive" "$(cat "$tmp/err")"

# Links, style sheets and scripts: all relative, all there.
lost=
for page in $(find "$site" -name '*.html'); do
    for link in $(grep -oE '(href|src|action)="[^"#?]*' "$page" | sed 's/.*="//' | sort -u); do
        case $link in
        *:* | /*) lost="$lost $page->$link" ;;
        *) [ -f "$(dirname "$page")/$link" ] || lost="$lost $page->$link" ;;
        esac
    done
done
if [ -z "$lost" ]; then ok "every link leads to a file of the site"; else bad "every link leads to a file of the site" "$lost"; fi

browse() { # arguments for chromium
    timeout 120 chromium --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
        --disable-dev-shm-usage --hide-scrollbars --user-data-dir="$tmp/profile" "$@" 2>>"$tmp/chromium.log"
}
found() { # query: what the page says about it
    browse --dump-dom "file://$site/demo/journal.html?q=$1" | sed -n 's/.*<output id="found"[^>]*>\([^<]*\)<.*/\1/p'
}
all=$(grep -c '<li>' "$site/demo/journal.html")
if [ "$all" -gt 50 ]; then ok "the journal has lines"; else bad "the journal has lines" "$all"; fi
got=$(found 'CHLOE+million')
want=$(grep '<li>.*Chloé' "$site/demo/journal.html" | grep -c 'million')
if [ "$want" -gt 1 ] && [ "$got" = "$want lines found." ]; then ok "the search finds, whatever the accents"; else bad "the search finds, whatever the accents" "$got, not $want lines" "$(tail -n 3 "$tmp/chromium.log")"; fi
got=$(browse --dump-dom "file://$site/demo/journal.html?q=CHLOE" | grep -o '<mark>[^<]*</mark>' | sort -u | tr '\n' ' ')
if [ "$got" = '<mark>Chloé</mark> ' ]; then ok "and marks what it found"; else bad "and marks what it found" "$got"; fi
got=$(found 'xyzzy')
if [ "$got" = "Nothing found." ]; then ok "or says that there is nothing"; else bad "or says that there is nothing" "$got"; fi
got=$(found '')
if [ -z "$got" ]; then ok "and shows everything unasked"; else bad "and shows everything unasked" "$got"; fi

# Seen: large enough to be more than an empty page, on a desktop and on a phone, light and dark.
shot() { # name size page [flag]
    browse --window-size="$2" --screenshot="$tmp/$1.png" ${4:-} "file://$site/$3" >/dev/null
    size=$(stat -c %s "$tmp/$1.png" 2>/dev/null || echo 0)
    if [ "$size" -gt 20000 ]; then ok "a picture: $1"; else bad "a picture: $1" "$size bytes" "$(tail -n 3 "$tmp/chromium.log")"; fi
}
shot desktop 1000,1400 demo/index.html
shot phone 500,1400 demo/turn-20.html
shot dark 1000,1400 lyon/index.html --force-dark-mode
[ -z "${PICTURES:-}" ] || { mkdir -p "$PICTURES" && cp "$tmp"/*.png "$PICTURES"; }
exit $status
