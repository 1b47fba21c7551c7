#!/bin/sh
# A whole game of four over IMAP with TLS and SMTP with STARTTLS and AUTH: the house waits with IDLE
# (courtier run --watch), the players write with swaks, msmtp, NeoMutt and S-nail, and what they
# were sent is fetched from their mailboxes by mbsync and looked at.
here=$(dirname "$0")
COURTIER=${COURTIER:-./courtier}
. "$here/servers.sh"
servers_need swaks libnet-ssleay-perl msmtp neomutt libsasl2-modules s-nail isync
servers_start
house "$SRV/house"
export COURTIER_HOUSE="$SRV/house"
export HOME="$SRV"
letter() { perl "$here/letter.pl" "$@"; }

"$COURTIER" new forex berlin --option seating=fixed --secret "$(printf %064d 7)" \
    --player 'Alice <alice@players.example>' --player 'Bob Müller <bob@players.example>' \
    --player 'Chloé <chloe@players.example>' --player 'Dora <dora@players.example>' >/dev/null
"$COURTIER" run --watch --every 600 --quiet >"$SRV/watch" 2>&1 &
WATCH=$!

# --- the players ------------------------------------------------------------------------------
write_letter() { # player, to, subject, file with the orders
    case $1 in
    alice)
        swaks --server localhost:$SMTP -tls --tls-verify --tls-ca-path "$SRV/ca.crt" -a PLAIN -au alice -ap secret-alice \
            --from alice@players.example --to "$2" --h-Subject "$3" --body "@$4" --silent 2 ;;
    bob)
        { printf 'From: bob@players.example\nTo: %s\nSubject: %s\n\n' "$2" "$3"; cat "$4"; } |
            msmtp --host=localhost --port="$SMTP" --tls=on --tls-starttls=on --tls-trust-file="$SRV/ca.crt" \
                --auth=plain --user=bob --passwordeval='echo secret-bob' --from=bob@players.example -- "$2" ;;
    chloe)
        neomutt -n -F "$SRV/muttrc" -s "$3" -- "$2" <"$4" ;;
    dora)
        s-nail -:/ -S v15-compat -S "mta=smtp://dora:secret-dora@localhost:$SMTP" -S smtp-use-starttls -S smtp-auth=plain -S nosave \
            -S tls-ca-file="$SRV/ca.crt" -S tls-ca-no-defaults -S tls-verify=strict -S from=dora@players.example \
            -s "$3" "$2" <"$4" ;;
    esac
}
cat >"$SRV/muttrc" <<.
set from = chloe@players.example
set smtp_url = "smtp://chloe@localhost:$SMTP"
set smtp_pass = secret-chloe
set ssl_starttls = yes
set ssl_force_tls = yes
set ssl_ca_certificates_file = "$SRV/ca.crt"
set certificate_file = "$SRV/ca.crt"
set copy = no
set sleep_time = 0
set use_domain = no
set hostname = players.example
.

# --- the game ---------------------------------------------------------------------------------
: >"$SRV/read"
wrote=0 quiet=0 failed=
over() { "$COURTIER" status berlin --json | grep -q '"finished"'; }
while ! over && [ "$quiet" -lt 200 ]; do
    quiet=$((quiet + 1))
    for player in alice bob chloe dora; do
        for file in $(find "$(inbox_of $player)/new" "$(inbox_of $player)/cur" -type f 2>/dev/null | sort); do
            base=${file##*/}
            base=${base%%:*}
            grep -qxF "$base" "$SRV/read" && continue
            echo "$base" >>"$SRV/read"
            letter "$file" orders >"$SRV/orders"
            [ -s "$SRV/orders" ] || continue
            to=$(letter "$file" field Reply-To)
            write_letter $player "$to" "Re: your turn" "$SRV/orders" >>"$SRV/clients" 2>&1 || failed="$failed $player"
            wrote=$((wrote + 1)) quiet=0
        done
    done
    [ -z "$failed" ] || break
    sleep 0.1
done
check "the mail programs of the players could all send" '[ -z "$failed" ]' "$failed: $(tail -n 5 "$SRV/clients")"
check "the game was played to its end by $wrote letters" over "$("$COURTIER" status berlin; cat "$SRV/watch"; tail -n 5 "$SRV/clients")"
check "every letter was played" '[ "$("$COURTIER" status | sed -n "s/.*played \([0-9]*\).*/\1/p")" = "$wrote" ]' "$("$COURTIER" status)"
kill "$WATCH"
wait "$WATCH"
check "run --watch ended by a signal says nothing and exits with 0" '[ $? = 0 ]' "$(cat "$SRV/watch")"
"$COURTIER" run --quiet
check "the house's mailbox: every letter is marked as seen" \
    '[ "$(letters games)" = "$wrote" ] && [ "$(find "$(inbox_of games)/cur" -name "*:2,S" | wc -l)" = "$wrote" ]'

# --- what the players got ---------------------------------------------------------------------
sent=$("$COURTIER" status | sed -n 's/.*letters_out.*sent \([0-9]*\).*/\1/p')
got=0 wrong= ids=
for player in alice bob chloe dora; do
    mkdir -p "$SRV/got/$player"
    cat >"$SRV/mbsyncrc" <<.
IMAPAccount $player
Host localhost
Port $IMAPS
User $player
Pass secret-$player
SSLType IMAPS
CertificateFile $SRV/ca.crt

IMAPStore server
Account $player

MaildirStore here
Path $SRV/got/
Inbox $SRV/got/$player

Channel all
Far :server:
Near :here:
Sync Pull
SyncState *
.
    mbsync -c "$SRV/mbsyncrc" -q all || bad "mbsync for $player"
    n=0
    for file in "$SRV/got/$player"/new/* "$SRV/got/$player"/cur/*; do
        [ -f "$file" ] || continue
        n=$((n + 1))
        wrong="$wrong$(letter "$file" check | sed "s|^|$player: |")"
        case $(letter "$file" field To) in *"$player@players.example"*) ;; *) wrong="$wrong $player has a letter to somebody else" ;; esac
        letter "$file" field Message-ID >>"$SRV/ids"
    done
    check "$player has reports, the last one of the end" '[ "$n" -gt 3 ] && [ "$(grep -lic "secret" "$SRV/got/$player"/*/* | wc -l)" -gt 0 ]'
    got=$((got + n))
done
check "all $sent letters of the house arrived, none twice" '[ "$got" = "$sent" ] && [ -z "$(sort "$SRV/ids" | uniq -d)" ]' "$got arrived: $(sort "$SRV/ids" | uniq -d)"
check "strict receivers find nothing wrong with them" '[ -z "$wrong" ]' "$wrong"
check "no password in the house's output" '! grep -rqs secret-games "$SRV/watch"'
exit $status
