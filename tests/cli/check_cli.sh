#!/bin/sh
# The command line as a host uses it: exit codes, one clear line, the commands together.
set -u
courtier=${COURTIER:-./courtier}
tmp=$(mktemp -d "${TMPDIR:-/tmp}/courtier-cli-XXXXXX")
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
says() { # NAME TEXT FILE
    if grep -qF -- "$2" "$3"; then ok "$1"; else bad "$1" "no \"$2\" in:" "$(cat "$3")"; fi
}

h=$tmp/house
exits 0 "help" "$courtier" --help
says "help lists the commands" "demo" "$tmp/out"
for c in init new invite start list status run show post render demo search archive verify backup; do
    exits 0 "$c --help" "$courtier" $c --help
    says "$c --help says how it is used" "Usage: courtier $c" "$tmp/out"
done
exits 0 "version" "$courtier" --version
exits 64 "an unknown command" "$courtier" frobnicate
exits 64 "an unknown option" "$courtier" list --frob
exits 64 "no house named" "$courtier" list
exits 66 "a house that is not there" "$courtier" --house "$tmp/none" list
mkdir "$tmp/empty"
exits 66 "a directory that is not a house" "$courtier" --house "$tmp/empty" run
says "and how to make one" "courtier init" "$tmp/err"
exits 64 "init without address" "$courtier" init "$h"
exits 64 "init with something that is no address" "$courtier" init "$h" --address "a b"
exits 0 "init" "$courtier" init "$h" --address games@house.example
exits 73 "init twice" "$courtier" init "$h" --address games@house.example
if [ "$(stat -c %a "$h/courtier.conf")" = 600 ]; then ok "the configuration is private"; else bad "the configuration is private" "$(stat -c %a "$h/courtier.conf")"; fi

exits 64 "new with too many seats" "$courtier" --house "$h" new venture x --seats 9 --player 'A <a@x.org>'
says "and how many there are" "2 to 6 players" "$tmp/err"
exits 66 "start of a game that is not there" "$courtier" --house "$h" start x
sed -i 's/^language = en/language = de/' "$h/courtier.conf"
exits 78 "a language without words" "$courtier" --house "$h" run
says "and which there are" "en and fr" "$tmp/err"
sed -i 's/^language = de/language = en/; s/^turn = 3d/turn = 3 weeks/' "$h/courtier.conf"
exits 78 "a pace that is none" "$courtier" --house "$h" run
says "and what to write" "turn=3d" "$tmp/err"
sed -i 's/^turn = 3 weeks/turn = 3d/' "$h/courtier.conf"

exits 64 "new with an unknown engine" "$courtier" --house "$h" new chess x --player 'A <a@x.org>'
exits 64 "new with too few players" "$courtier" --house "$h" new venture x --player 'A <a@x.org>'
exits 64 "new with a bad name" "$courtier" --house "$h" new venture 'X Y' --bot A --bot B
exits 64 "new with a bad option" "$courtier" --house "$h" new venture x --bot A --bot B --option draw=9
says "and what the option takes" "draw=" "$tmp/err"
exits 64 "new with a bad variant" "$courtier" --house "$h" new venture x --bot A --bot B --variant y
exits 64 "new with a bad address" "$courtier" --house "$h" new venture x --player 'A <nobody>' --bot B
exits 64 "new with a bad secret" "$courtier" --house "$h" new venture x --bot A --bot B --secret 12
exits 64 "new in a language that is not there" "$courtier" --house "$h" new venture x --bot A --bot B --lang xx
exits 0 "new" "$courtier" --house "$h" new venture lyon --player 'Alice <alice@x.org>' --player 'Bob <bob@x.org>' --bot Carl --option seating=fixed --secret "$(printf '%064d' 7)"
says "new says who sits where" "Alice" "$tmp/out"
exits 64 "new with a name that is taken" "$courtier" --house "$h" new venture lyon --bot A --bot B
exits 0 "list" "$courtier" --house "$h" list
says "list names the game" "lyon" "$tmp/out"
exits 0 "list --json" "$courtier" --house "$h" list --json
says "list --json is JSON" '"name": "lyon"' "$tmp/out"
exits 0 "status" "$courtier" --house "$h" status
says "status counts letters" "letters_out" "$tmp/out"
exits 0 "status of a game" "$courtier" --house "$h" status lyon --json
says "status says who is awaited" '"awaited"' "$tmp/out"
exits 66 "status of a game that is not there" "$courtier" --house "$h" status paris
exits 0 "COURTIER_HOUSE" env COURTIER_HOUSE="$h" "$courtier" list

exits 0 "run" "$courtier" --house "$h" run
says "run sends the first reports" "2 sent" "$tmp/out"
letter=$(grep -l '^To:.*alice@x.org' "$h"/out/new/* | head -n 1)
reply=$(sed -n 's/^Reply-To: *<\{0,1\}\([^>]*\)>\{0,1\}.*$/\1/p' "$letter" | tr -d '\r')
case $reply in games+lyon.1.*@house.example) ok "a report has a reply address" ;; *) bad "a report has a reply address" "$reply" ;; esac
printf 'From: Alice <alice@x.org>\nTo: %s\nSubject: Re\nMessage-ID: <1@x.org>\n\nPASS\n' "$reply" >"$tmp/letter"
"$courtier" --house "$h" post --run <"$tmp/letter" >"$tmp/out" 2>"$tmp/err" && says "post --run plays a letter" "1 played" "$tmp/out" || bad "post --run" "$(cat "$tmp/err")"
exits 0 "show as a seat" "$courtier" --house "$h" show lyon --as 1
exits 0 "show as a player" "$courtier" --house "$h" show lyon --as Bob --lang fr
exits 0 "show as the public" "$courtier" --house "$h" show lyon --as public
exits 0 "show as the moderator" "$courtier" --house "$h" show lyon --as moderator --format html
exits 0 "show a past turn" "$courtier" --house "$h" show lyon --as 1 --turn 0 --format json
says "of that turn" '"turn": 0' "$tmp/out"
exits 64 "show a turn that is not there" "$courtier" --house "$h" show lyon --as 1 --turn 99
exits 64 "show as nobody" "$courtier" --house "$h" show lyon --as 9
exits 0 "new with a moderator who plays" "$courtier" --house "$h" new venture metz --player 'Alice <alice@x.org>' --bot B --moderator alice@x.org --moderator-option moderator-plays
exits 64 "show all where a moderator plays" "$courtier" --house "$h" show metz --as moderator
says "show says why" "plays in it" "$tmp/err"
exits 0 "show all where a moderator plays, --yes" "$courtier" --house "$h" show metz --as moderator --yes
exits 0 "show a seat where a moderator plays" "$courtier" --house "$h" show metz --as 1
exits 64 "show in no format" "$courtier" --house "$h" show lyon --as 1 --format pdf
exits 66 "show a game that is not there" "$courtier" --house "$h" show paris --as 1

# faults of the world
( flock 9; exits 75 "a house another courtier works in" "$courtier" --house "$h" run; exit $status ) 9>"$h/lock" || status=1
cp -r "$h" "$tmp/newer"
"$courtier" --house "$tmp/newer" list >/dev/null
rm -f "$tmp/newer/courtier.db-wal" "$tmp/newer/courtier.db-shm"
# The version stands at byte 60 of the file.
printf '\000\000\047\017' | dd of="$tmp/newer/courtier.db" bs=1 seek=60 conv=notrunc 2>/dev/null
exits 78 "a database from a newer program" "$courtier" --house "$tmp/newer" list
cp -r "$h" "$tmp/damaged"
rm -f "$tmp/damaged/courtier.db-wal" "$tmp/damaged/courtier.db-shm"
head -c 4096 /dev/zero >"$tmp/damaged/courtier.db"
"$courtier" --house "$tmp/damaged" list >/dev/null 2>"$tmp/err"
case $? in 65 | 78) ok "a file that is no database" ;; *) bad "a file that is no database" "exit $?" "$(cat "$tmp/err")" ;; esac
( # a disk that is full: no file may grow
    trap '' XFSZ
    ulimit -f 1
    exits 74 "a disk that is full, for new" "$courtier" --house "$h" new venture full --bot A --bot B
    exits 74 "a disk that is full, for run" "$courtier" --house "$h" run
    exit $status
) || status=1
exits 66 "what it refused is not there" "$courtier" --house "$h" status full
exits 0 "and the house goes on" "$courtier" --house "$h" run
cp -r "$h" "$tmp/readonly"
cp "$courtier" "$tmp/courtier"
chmod -R a-w,a+rX "$tmp/readonly" "$tmp/courtier"
chmod 755 "$tmp"
anybody= # permissions mean nothing to root
[ "$(id -u)" -ne 0 ] || anybody='setpriv --reuid 65534 --regid 65534 --clear-groups'
exits 77 "a house that is read-only, for list" $anybody "$tmp/courtier" --house "$tmp/readonly" list
exits 77 "a house that is read-only, for run" $anybody "$tmp/courtier" --house "$tmp/readonly" run
exits 77 "a house that is read-only, for post" $anybody "$tmp/courtier" --house "$tmp/readonly" post
chmod -R u+w "$tmp/readonly"
chmod 000 "$tmp/readonly/courtier.conf"
exits 77 "a house of somebody else" $anybody "$tmp/courtier" --house "$tmp/readonly" list
says "and who may" "the user who owns the house" "$tmp/err"
# Memory is bounded, whatever comes; AddressSanitizer alone needs more.
if ! grep -q __asan_init "$courtier"; then
    { printf 'From: Alice <alice@x.org>\nTo: %s\nMessage-ID: <big@x.org>\n\nHELP\n' "$reply"; yes "$(printf '%070d' 0)" | head -c 31457280; } >"$tmp/big"
    (
        ulimit -v 300000
        "$courtier" --house "$h" post <"$tmp/big" || status=1
        exits 0 "30 MB in little memory" "$courtier" --house "$h" run
        exit $status
    ) || status=1
    says "are answered" "1 answered" "$tmp/out"
    rm -f "$tmp/big"
fi
cp -r "$h" "$tmp/nodb"
rm -f "$tmp"/nodb/courtier.db*
exits 66 "a house without its database" "$courtier" --house "$tmp/nodb" run
cp -r "$h" "$tmp/badconf"
echo 'colour = red' >>"$tmp/badconf/courtier.conf"
exits 78 "a configuration that is wrong" "$courtier" --house "$tmp/badconf" list
says "and where" "courtier.conf:" "$tmp/err"
exits 66 "templates that are not there" env COURTIER_TEMPLATES="$tmp/none" "$courtier" --house "$h" show lyon --as 1
mkdir -p "$h/templates/en/venture"
printf 'Own report of {{game}}\n{{#broken}}\n' >"$h/templates/en/venture/report.txt"
exits 78 "a template of the house that is broken" "$courtier" --house "$h" show lyon --as 1 --lang en
says "and where in it" "report.txt:2" "$tmp/err"
printf 'Own report of {{game}}\n' >"$h/templates/en/venture/report.txt"
exits 0 "a template of the house's own" "$courtier" --house "$h" show lyon --as 1 --lang en
says "is used" "Own report of lyon" "$tmp/out"

# render
printf 'Hello {{name}}{{>part}}\n' >"$tmp/t.mustache"
printf '!{{{name}}}' >"$tmp/part.mustache"
printf '{"name":"<you>"}' >"$tmp/d.json"
exits 0 "render" "$courtier" render "$tmp/t.mustache" "$tmp/d.json"
says "render escapes, and finds partials" "Hello &lt;you&gt;!<you>" "$tmp/out"
exits 0 "render --plain" "$courtier" render "$tmp/t.mustache" "$tmp/d.json" --plain
says "render --plain does not escape" "Hello <you>!" "$tmp/out"
mkdir "$tmp/p"
printf '?' >"$tmp/p/part.txt"
exits 0 "render --partials" "$courtier" render "$tmp/t.mustache" "$tmp/d.json" --partials "$tmp/p"
says "takes partials from there" "Hello &lt;you&gt;?" "$tmp/out"
printf '{{#x}}' >"$tmp/t.mustache"
exits 65 "render a template that is wrong" "$courtier" render "$tmp/t.mustache" "$tmp/d.json"
printf '{' >"$tmp/d.json"
printf 'x' >"$tmp/t.mustache"
exits 65 "render data that are wrong" "$courtier" render "$tmp/t.mustache" "$tmp/d.json"
exits 66 "render nothing" "$courtier" render "$tmp/none" "$tmp/d.json"
# People come by themselves.
p=$tmp/people
exits 0 "a house for people" "$courtier" init "$p" --address games@house.example
exits 64 "seats that are no number" "$courtier" --house "$p" new venture open --seats many
exits 64 "more seats than the game has" "$courtier" --house "$p" new venture open --seats 9
exits 64 "a bot in an open game" "$courtier" --house "$p" new venture open --seats 4 --bot Bob
exits 0 "an open game" "$courtier" --house "$p" new venture open --seats 4 --player 'Ann <ann@x.org>'
says "and what comes next" "courtier start open" "$tmp/out"
exits 0 "a private one" "$courtier" --house "$p" new forex secret --seats 3 --private
exits 64 "invite without anybody" "$courtier" --house "$p" invite open
exits 66 "invite to nothing" "$courtier" --house "$p" invite nothing 'Ben <ben@x.org>'
says "and what to do" "courtier list --open" "$tmp/err"
exits 64 "invite nobody in particular" "$courtier" --house "$p" invite open 'Ben'
exits 0 "invite" "$courtier" --house "$p" invite open 'Ben <ben@x.org>' cy@x.org
exits 0 "list --open" "$courtier" --house "$p" list --open
says "open games are listed" "0 of 4 seats taken" "$tmp/out"
says "the host sees private ones" "private" "$tmp/out"
exits 0 "list --open --json" "$courtier" --house "$p" list --open --json
says "as JSON" '"private": true' "$tmp/out"
exits 0 "status of an open game" "$courtier" --house "$p" status open
says "who is invited" "invited  Ben <ben@x.org>" "$tmp/out"
exits 64 "start with nobody" "$courtier" --house "$p" start open --bots
says "and who is missing" "0 of at least 1 players" "$tmp/err"
exits 65 "show what has not begun" "$courtier" --house "$p" show open
exits 0 "invitations go out" "$courtier" --house "$p" run
to=$(sed -n 's/^Reply-To: \(.*\.i2\..*\)/\1/p' "$p"/out/new/* | tr -d '\r')
printf 'From: ben@x.org\nTo: %s\n\nJOIN\n' "$to" | "$courtier" --house "$p" post
exits 0 "Ben's reply" "$courtier" --house "$p" run
says "it is played" "1 played" "$tmp/out"
exits 64 "start with too few" "$courtier" --house "$p" start open
exits 0 "start --bots" "$courtier" --house "$p" start open --bots
says "Ben sits there" "ben@x.org" "$tmp/out"
exits 66 "start twice" "$courtier" --house "$p" start open
exits 0 "a game people joined can be verified" "$courtier" --house "$p" verify open
exits 0 "open games do not disturb verify" "$courtier" --house "$p" verify
exits 64 "list both" "$courtier" --house "$p" list --open --players
exits 0 "list --players" "$courtier" --house "$p" list --players
says "players are listed" "ben@x.org" "$tmp/out"
exits 0 "list --players --json" "$courtier" --house "$p" list --players --json
says "as JSON" '"on_time": 0' "$tmp/out"
exit $status
