#!/bin/sh
# archive, search, verify and backup as a host uses them: exit codes, one clear line, what is written.
set -u
courtier=${COURTIER:-./courtier}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/courtier-archive-XXXXXX")
trap 'rm -rf "$tmp"' EXIT
status=0
unset COURTIER_HOUSE
: "${ASAN_OPTIONS:=detect_leaks=1}"

ok() { echo "ok - $1"; }
bad() { echo "not ok - $1"; shift; printf '%s\n' "$@" | sed 's/^/# /'; status=1; }
# exits CODE NAME COMMAND…: the exit code, and on failure exactly one line on stderr
exits() {
    want=$1 name=$2
    shift 2
    "$@" >"$tmp/out" 2>"$tmp/err" </dev/null
    got=$?
    lines=$(wc -l <"$tmp/err")
    if [ "$got" -ne "$want" ]; then
        bad "$name" "exit $got, not $want" "$(cat "$tmp/err")"
    elif [ "$want" -ne 0 ] && [ "$lines" -ne 1 ]; then
        bad "$name" "$lines lines on stderr" "$(cat "$tmp/err")"
    else
        ok "$name"
    fi
}
says() { if grep -qF -- "$2" "$3"; then ok "$1"; else bad "$1" "no \"$2\" in:" "$(head -c 2000 "$3")"; fi; }
lacks() { if grep -rqF -- "$2" "$3"; then bad "$1" "\"$2\" in $(grep -rlF -- "$2" "$3" | head -n 3)"; else ok "$1"; fi; }

for c in archive search verify backup; do
    exits 0 "$c --help" "$courtier" $c --help
    says "$c --help says how it is used" "Usage: courtier $c" "$tmp/out"
    exits 64 "$c with an unknown option" "$courtier" $c --frob
done

# A game that is over, played by mail, and one that has just begun.
h=$tmp/house
"$courtier" demo --keep "$h" --secret "$(printf '%064d' 11)" --players 3 >"$tmp/out" 2>&1 || bad "demo" "$(tail -n 3 "$tmp/out")"
export COURTIER_HOUSE="$h"
exits 0 "a second game" "$courtier" new venture lyon --player 'Zoé <zoe@x.org>' --bot Bob --option seating=fixed --secret "$(printf '%064d' 5)"
exits 0 "its letters" "$courtier" run

exits 0 "verify a game that is over" "$courtier" verify demo
says "says what was compared" "as recorded" "$tmp/out"
exits 0 "verify a game being played" "$courtier" verify lyon
exits 0 "verify all" "$courtier" verify
says "one line a game" "lyon: " "$tmp/out"
exits 66 "verify a game that is not there" "$courtier" verify paris
exits 66 "verify a file that is not there" "$courtier" verify "$tmp/none.json"

exits 64 "archive in no format" "$courtier" archive demo --out "$tmp/a"
exits 64 "archive to nowhere" "$courtier" archive demo --format json
exits 64 "archive pages as somebody" "$courtier" archive demo --format html --out "$tmp/a" --as 1
exits 66 "archive a game that is not there" "$courtier" archive paris --format html --out "$tmp/a"
exits 73 "archive where nothing can be made" "$courtier" archive demo --format json --out "$tmp/out/x"
exits 64 "the record of a game being played" "$courtier" archive lyon --format json --out "$tmp/a"
says "says why" "still played" "$tmp/err"
exits 0 "the record of a game that is over" "$courtier" archive demo --format json --out "$tmp/a"
exits 0 "verify the record" "$courtier" verify "$tmp/a/demo.json"
exits 0 "verify the record without a house" env -u COURTIER_HOUSE "$courtier" verify "$tmp/a/demo.json"
lacks "no address in the record" "@" "$tmp/a/demo.json"
sed 's/TAKE \([A-Z]*\)-A/TAKE \1-B/;t' "$tmp/a/demo.json" >"$tmp/order.json"
exits 65 "a record with an order changed" "$courtier" verify "$tmp/order.json"
says "names the entry" "(order): recorded" "$tmp/err"
sed 's/"draws\\":\[\[\([0-9]*\),\([0-9]\)/"draws\\":[[\1,1\2/' "$tmp/a/demo.json" >"$tmp/draw.json"
exits 65 "a record with a draw changed" "$courtier" verify "$tmp/draw.json"
says "names the draw" "(draws): recorded" "$tmp/err"
head -c 5000 "$tmp/a/demo.json" >"$tmp/cut.json"
exits 65 "a record that was cut" "$courtier" verify "$tmp/cut.json"
echo '{"courtier":1,"record":"game","game":1}' >"$tmp/odd.json"
exits 65 "a file that is no record" "$courtier" verify "$tmp/odd.json"

exits 0 "the letters of a game" "$courtier" archive demo --format mbox --out "$tmp/a"
if [ "$(stat -c %a "$tmp/a/demo.mbox")" = 600 ]; then ok "are private"; else bad "are private"; fi
exits 0 "the letters of a seat" "$courtier" archive demo --format mbox --out "$tmp/a" --as 1
if [ "$(grep -c '^To: ' "$tmp/a/demo-1.mbox")" -lt "$(grep -c '^To: ' "$tmp/a/demo.mbox")" ]; then ok "are fewer"; else bad "are fewer"; fi
exits 64 "the letters of a game being played" "$courtier" archive lyon --format mbox --out "$tmp/a"
says "says why" "still played" "$tmp/err"
exits 0 "the letters of all games" "$courtier" archive --format mbox --out "$tmp/all"
if [ -e "$tmp/all/lyon.mbox" ]; then bad "one being played is passed over" lyon.mbox; else ok "one being played is passed over"; fi
exits 0 "the letters of a seat of a game being played" "$courtier" archive lyon --format mbox --out "$tmp/a" --as 1
exits 64 "the letters of the public" "$courtier" archive demo --format mbox --out "$tmp/a" --as public

exits 0 "search" "$courtier" search demo takes
says "finds turns" "takes" "$tmp/out"
exits 0 "search in French" "$courtier" search demo takes --lang fr
says "answers in French" "prend" "$tmp/out"
exits 0 "search as a seat" "$courtier" search lyon dealt --as Zoé
says "finds what the seat sees" "You are dealt" "$tmp/out"
exits 0 "search as the public" "$courtier" search lyon dealt
if [ -s "$tmp/out" ]; then bad "the public does not find it" "$(cat "$tmp/out")"; else ok "the public does not find it"; fi
exits 0 "search as the moderator" "$courtier" search lyon dealt --as moderator
says "finds every hand" "Bob is dealt" "$tmp/out"
exits 0 "search all games" "$courtier" search takes --json --most 2
says "as JSON" '"game": "demo"' "$tmp/out"
exits 0 "search for what is a query elsewhere" "$courtier" search '" OR *' 'NEAR(' "x'; --"
exits 64 "search as nobody" "$courtier" search demo takes --as Nobody
exits 64 "search for nothing" "$courtier" search
(
    flock 9
    exits 0 "search beside another courtier" "$courtier" search demo takes
    exits 0 "backup beside another courtier" "$courtier" backup "$tmp/copy.db"
    exit $status
) 9>"$h/lock" || status=1

exits 0 "backup again" "$courtier" backup "$tmp/copy.db"
says "says what it holds" "2 games, whole" "$tmp/out"
if [ "$(stat -c %a "$tmp/copy.db")" = 600 ] && [ "$(ls "$tmp"/copy.db* | wc -l)" = 1 ]; then ok "one private file"; else bad "one private file" "$(ls -l "$tmp"/copy.db*)"; fi
exits 64 "backup over the house itself" "$courtier" backup "$h/courtier.db"
exits 73 "backup to where nothing can be made" "$courtier" backup "$tmp/none/copy.db"
mkdir "$tmp/again"
cp "$h/courtier.conf" "$tmp/again"
cp "$tmp/copy.db" "$tmp/again/courtier.db"
exits 0 "a backup is a house's database" "$courtier" --house "$tmp/again" verify

exits 0 "the pages of all games" "$courtier" archive --format html --out "$tmp/site"
if [ "$(grep -c 'index.html"><b>' "$tmp/site/index.html")" = 2 ]; then ok "the index lists both"; else bad "the index lists both"; fi
exits 0 "their record can be verified" "$courtier" verify "$tmp/site/demo/record.json"
if [ -e "$tmp/site/lyon/record.json" ]; then bad "no record of a game being played"; else ok "no record of a game being played"; fi
lacks "no address of a player" "@players.example" "$tmp/site"
lacks "no address of the house" "games@" "$tmp/site"
lacks "no token" "$(sed -n 's/^Reply-To:.*lyon\.1\.[0-9]*\.\([a-z2-7]*\)@.*/\1/p' "$h"/out/new/* "$h"/out/cur/* | head -n 1)" "$tmp/site"
lacks "no hand of a game being played" "is dealt" "$tmp/site/lyon"
says "every hand of a game that is over" "is dealt" "$tmp/site/demo/journal.html"
exits 0 "pages in French" "$courtier" archive demo --format html --out "$tmp/fr" --lang fr
says "are in French" "Classement final" "$tmp/fr/demo/index.html"
exits 66 "pages in a language that is not there" "$courtier" archive demo --format html --out "$tmp/xx" --lang xx
exits 0 "a private game" "$courtier" new venture hush --private --player 'Zoé <zoe@x.org>' --player 'Bob <bob@x.org>'
exits 0 "pages of all games" "$courtier" archive --format html --out "$tmp/pages"
lacks "do not show it" "hush" "$tmp/pages"
exits 0 "pages of the private game" "$courtier" archive hush --format html --out "$tmp/hush"
says "show it" "hush" "$tmp/hush/index.html"

exits 0 "a game for people who come and go" "$courtier" new venture change --player 'A <a@x.org>' --player 'B <b@x.org>'
exits 0 "its first reports" "$courtier" run
exits 0 "somebody else takes a seat" "$courtier" mod change 'SEAT A REPLACE C <c@x.org>'
exits 0 "verify knows who begins anew" "$courtier" verify change
exits 0 "search for nothing" "$courtier" search change xylophone
says "and it says so" "nothing found" "$tmp/err"

exit $status
