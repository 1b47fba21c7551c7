#!/bin/sh
# Every kind of inbox and outbox against real servers: IMAP and POP3 in both kinds of TLS, letters
# marked, moved, deleted and kept, several inboxes in one house, a program that sends, the doctor.
here=$(dirname "$0")
COURTIER=${COURTIER:-./courtier}
. "$here/servers.sh"
servers_start
house "$SRV/house"
export COURTIER_HOUSE="$SRV/house"
cp "$SRV/house/courtier.conf" "$SRV/base"

conf() { # inbox-url user processed [more lines]
    {
        sed '/^\[inbox\]/,$d' "$SRV/base"
        printf '[inbox]\nurl = %s\nuser = %s\npassword = secret-%s\nca-file = %s\nprocessed = %s\n' "$1" "$2" "$2" "$SRV/ca.crt" "$3"
        printf '[outbox]\nurl = maildir:out\n'
    } >"$SRV/house/courtier.conf"
}
number=0
write_letters() { # user: three of them
    for i in 1 2 3; do
        number=$((number + 1))
        printf 'From: <z%s@b.example>\nTo: games@house.example\nMessage-ID: <%s@b.example>\nAuto-Submitted: auto-replied\n\n.hello\n..\n%s\n' \
            $number $number $number >"$SRV/letter"
        deliver "$1" "$SRV/letter"
    done
}
fetched() { "$COURTIER" run 2>"$SRV/err" | sed -n 's/^\([0-9]*\) fetched.*/\1/p'; }
seen() { find "$(inbox_of "$1")/cur" -name '*:2,*S*' | wc -l; }
arrived() { [ "$(letters games)" = 1 ]; }
: >"$SRV/err"
again() { check "$1: nothing is new afterwards" '[ "$(fetched)" = 0 ]' "$(cat "$SRV/err")"; }

write_letters alice
conf imaps://localhost:$IMAPS alice seen
check "imaps, seen: three letters" '[ "$(fetched)" = 3 ] && [ "$(seen alice)" = 3 ]' "$(cat "$SRV/err")"
again "imaps, seen"
write_letters alice
doveadm -c "$SRV/dovecot/dovecot.conf" flags add -u alice '\Seen' mailbox INBOX all
check "letters that somebody has read are taken nevertheless" '[ "$(fetched)" = 3 ]' "$(cat "$SRV/err")"

write_letters bob
conf imap://localhost:$IMAP bob move:Traités
check "imap with STARTTLS, move: three letters, and the folder is made" \
    '[ "$(fetched)" = 3 ] && [ "$(letters bob)" = 0 ] && [ "$(find "$(inbox_of bob)/.Trait&AOk-s/cur" "$(inbox_of bob)/.Trait&AOk-s/new" -type f | wc -l)" = 3 ]' "$(cat "$SRV/err")"
again "imap, move"

write_letters chloe
conf imaps://localhost:$IMAPS/INBOX chloe delete
check "imaps, delete: three letters" '[ "$(fetched)" = 3 ] && [ "$(letters chloe)" = 0 ]' "$(cat "$SRV/err")"
again "imaps, delete"

write_letters dora
conf pop3s://localhost:$POP3S dora seen
check "pop3s, seen: three letters, which stay" '[ "$(fetched)" = 3 ] && [ "$(letters dora)" = 3 ]' "$(cat "$SRV/err")"
again "pop3s, seen"
conf pop3://localhost:$POP3 dora delete
write_letters dora
check "pop3 with STARTTLS, delete: three new letters, six deleted" '[ "$(fetched)" = 3 ] && [ "$(letters dora)" = 0 ]' "$(cat "$SRV/err")"
again "pop3, delete"

# --- a house that is awake ----------------------------------------------------------------------
gone() { [ "$(letters dora)" = 0 ]; }
"$COURTIER" run --watch --every 1 --quiet 2>"$SRV/err" &
WATCH=$!
write_letters dora
check "run --watch looks again and again where nothing tells of letters" 'await 120 gone' "$(cat "$SRV/err")"
kill $WATCH
wait $WATCH
again "run --watch"
conf imaps://localhost:$IMAPS/Later alice seen
"$COURTIER" run --watch --every 1 --quiet 2>"$SRV/err" &
WATCH=$!
await 120 grep -q 'says no to SELECT' "$SRV/err"
doveadm -c "$SRV/dovecot/dovecot.conf" mailbox create -u alice Later
doveadm -c "$SRV/dovecot/dovecot.conf" save -u alice -m Later <"$SRV/letter"
read_later() { find "$(inbox_of alice)/.Later/cur" -name '*:2,*S*' | grep -q .; }
check "and goes on when the server says no to what it will allow later" 'await 120 read_later' "$(cat "$SRV/err")"
kill $WATCH
wait $WATCH

# --- the same letter in two inboxes; one inbox that fails -----------------------------------------
write_letters alice
deliver bob "$SRV/letter"
conf imaps://localhost:$IMAPS alice seen
printf '[inbox closed]\nurl = imaps://localhost:1\nuser = x\npassword = y\n[inbox bob]\nurl = imaps://localhost:%s\nuser = bob\npassword = secret-bob\nca-file = %s\nsasl = cram-md5\n' \
    "$IMAPS" "$SRV/ca.crt" >>"$SRV/house/courtier.conf"
"$COURTIER" run >"$SRV/out" 2>"$SRV/err"
check "two inboxes with one letter in common, and one that does not answer: exit 75, three letters" \
    '[ $? = 75 ] && grep -q "^3 fetched" "$SRV/out" && [ "$(wc -l <"$SRV/err")" = 1 ] && grep -q "inbox closed" "$SRV/err"' "$(cat "$SRV/out" "$SRV/err")"

# --- a letter too big to be read --------------------------------------------------------------
{
    printf 'From: <big@b.example>\nTo: games@house.example\nMessage-ID: <big@b.example>\nAuto-Submitted: auto-replied\n\n'
    head -c 27000000 /dev/zero | tr '\0' x | fold -w 76
} >"$SRV/letter"
deliver chloe "$SRV/letter"
conf imaps://localhost:$IMAPS chloe delete
check "a letter of 27 MB is taken by its head, and put away" '[ "$(fetched)" = 1 ] && [ "$(letters chloe)" = 0 ] && [ "$(stat -c %s "$SRV/house/courtier.db")" -lt 8000000 ]' "$(cat "$SRV/err")"

# --- sending by a program ---------------------------------------------------------------------
cat >"$SRV/sendmail" <<.
#!/bin/sh
echo "\$@" >>$SRV/sent
case "\$*" in *bob@*) exit 67 ;; *chloe@*) exit 75 ;; esac
cat >>$SRV/sent
.
chmod 755 "$SRV/sendmail"
sed '/^\[inbox\]/,$d' "$SRV/base" >"$SRV/house/courtier.conf"
printf '[outbox]\nurl = sendmail:%s\n' "$SRV/sendmail" >>"$SRV/house/courtier.conf"
"$COURTIER" new venture lyon --option seating=fixed --player 'Alice <alice@players.example>' \
    --player 'Bob <bob@players.example>' --player 'Chloe <chloe@players.example>' >/dev/null
"$COURTIER" run >"$SRV/out" 2>"$SRV/err"
# Alice's, and to the moderator: his first letter, and that Bob's was refused.
check "sendmail: taken, refused and put off; the moderator hears of it" \
    'grep -q " 3 sent" "$SRV/out" && grep -q "^-i -f games@house.example -- alice@players.example" "$SRV/sent" && grep -q -- "-- dora@players.example" "$SRV/sent" && "$COURTIER" status | grep -q "waiting 1"' "$(cat "$SRV/out" "$SRV/err" "$SRV/sent" | head -n 20)"
check "what it gets has lines as Unix has them" '! grep -q "$(printf "\r")" "$SRV/sent"'

# --- the doctor -------------------------------------------------------------------------------
cp "$SRV/base" "$SRV/house/courtier.conf"
"$COURTIER" doctor --json --test-letter >"$SRV/out"
check "the doctor finds nothing wrong" '[ $? = 0 ] && ! grep -q "\"error\"" "$SRV/out" && grep -q "certificate verified" "$SRV/out"' "$(cat "$SRV/out")"
check "and its letter to the house arrives, by a plus-address" 'await 120 arrived && "$COURTIER" run | grep -q "1 ignored"'
sed -i 's/secret-games/wrong/' "$SRV/house/courtier.conf"
"$COURTIER" doctor >"$SRV/out" 2>&1
check "with a wrong password it says so, twice, and what it is not" \
    '[ $? = 77 ] && [ "$(grep -c "^error.*refuses the user name" "$SRV/out")" = 2 ] && ! grep -q wrong "$SRV/out"' "$(cat "$SRV/out")"
exit $status
