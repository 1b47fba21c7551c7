#!/bin/sh
# A bad line before the real servers: proxy.pl cuts the connection after the first piece of bytes, then
# after the second, and so on until a run gets through, with TLS and with STARTTLS; it is silent, it is
# slow; Postfix says 4xx at each verb. The run after that must come to the same end every time: each
# letter in the store once, each letter sent in its mailbox, and under one Message-ID.
here=$(dirname "$0")
COURTIER=${COURTIER:-./courtier}
. "$here/servers.sh"
servers_need dovecot-imapd dovecot-pop3d dovecot-lmtpd postfix openssl
servers_prepare
free_port
LINE=$port
# Postfix is asked to put letters off, each time at another verb, on a port of its own.
VERBS='client helo sender recipient data end_of_data'
for verb in $VERBS; do
    free_port
    eval "VERB_$verb=$port"
done
dovecot_start
MASTER_MORE=$(for verb in $VERBS; do
    eval "port=\$VERB_$verb"
    echo "127.0.0.1:$port inet n - n - - smtpd -o smtpd_delay_reject=no -o smtpd_${verb}_restrictions=defer"
done)
postfix_start
house "$SRV/house"
export COURTIER_HOUSE="$SRV/house"

PROXY=
line() { # server's port: the bad line leads there from now on
    line_end
    perl "$here/proxy.pl" "$LINE" "$1" "$SRV/order" &
    PROXY=$!
    await 120 listens "$LINE" || bad "the proxy does not start"
}
line_end() {
    [ -z "$PROXY" ] || { kill "$PROXY" 2>/dev/null && wait "$PROXY" 2>/dev/null; }
    PROXY=
}
trap 'line_end; servers_stop' EXIT

run() { # letters that met a fault before are due again
    code=0
    "$COURTIER" run --retry >"$SRV/out" 2>"$SRV/err" || code=$?
}
conf() { # section, url, processed: the other way is a Maildir
    other=outbox dir=out
    [ "$1" = inbox ] || { other=inbox dir=in; }
    cat >"$SRV/house/courtier.conf" <<.
[house]
address = games@house.example
moderator = dora@players.example
[$other]
url = maildir:$dir
[$1]
url = $2
user = $user
password = secret-$user
ca-file = $SRV/ca.crt
timeout = ${4:-20s}
${3:+processed = $3}
.
}
number=0
write_letters() { # two
    for i in 1 2; do
        number=$((number + 1))
        printf 'From: <z%s@b.example>\nTo: games@house.example\nMessage-ID: <%s@b.example>\nAuto-Submitted: auto-replied\n\n%s\n' \
            $number $number "$(printf '%060d\n' 1 2 3 4 5 6 7 8 9)" >"$SRV/letter"
        # Into the server's own Maildir, as delivering programs do: there are hundreds of them.
        if [ -d "$(inbox_of $user)/new" ]; then
            chown "${SERVER_USER:-nobody}" "$SRV/letter"
            mv "$SRV/letter" "$(inbox_of $user)/new/$number.letter"
        else
            deliver $user "$SRV/letter"
        fi
    done
}
stored() { "$COURTIER" status | sed -n 's/^letters_in *new \([0-9]*\) .* ignored \([0-9]*\) .*/\1 \2/p'; }

# --- fetching ---------------------------------------------------------------------------------
# After a fault and a good run: the letters are in the store, once each, and put away on the server.
fetched() { [ "$(stored)" = "0 $number" ] && [ $code = 0 ] && away; }
away() {
    case $processed in
    seen) [ "$(find "$(inbox_of $user)/cur" -name '*:2,*S*' | wc -l)" = "$(letters $user)" ] && [ "$(letters $user)" -gt 0 ] ;;
    delete) [ "$(letters $user)" = 0 ] ;;
    move:*) [ "$(letters $user)" = 0 ] && [ "$(find "$(inbox_of $user)/.Done/cur" "$(inbox_of $user)/.Done/new" -type f | wc -l)" = $((number - base)) ] ;;
    esac
}
fetch_through() { # url, port behind, user, processed
    user=$3 processed=$4 k=0 wrong= base=$number
    line "$2"
    conf inbox "$1://localhost:$LINE" "$4"
    while [ $k -lt 200 ]; do
        write_letters
        echo "cut $k" >"$SRV/order"
        run
        first=$code
        [ -f "$SRV/order" ] && break
        # A line cut behind the last letter is no fault any more.
        case $first in 0 | 75) ;; *) wrong="$wrong after $k pieces: exit $first: $(cat "$SRV/err")" ;; esac
        [ "$(wc -l <"$SRV/err")" -le 1 ] || wrong="$wrong after $k pieces: $(cat "$SRV/err")"
        run
        fetched || wrong="$wrong after $k pieces: stored $(stored) of $number, exit $code, $(letters $user) in the inbox."
        k=$((k + 1))
    done
    rm -f "$SRV/order"
    check "$1, processed = $4: cut after each of $k pieces, no letter is lost or there twice" \
        '[ $k -gt 8 ] && [ $first = 0 ] && fetched && [ -z "$wrong" ]' "$(printf '%s' "$wrong" | head -c 900) $(cat "$SRV/err")"
}
fetch_through imaps $IMAPS alice seen
fetch_through imap $IMAP bob move:Done
fetch_through imaps $IMAPS chloe delete
fetch_through pop3s $POP3S dora delete
fetch_through pop3 $POP3 dora delete

user=chloe processed=delete wrong=
for scheme in imaps pop3s; do
    if [ $scheme = imaps ]; then line $IMAPS; else line $POP3S; fi
    for k in 2 9; do
        conf inbox "$scheme://localhost:$LINE" delete 1s
        write_letters
        echo "stall $k" >"$SRV/order"
        run
        [ $code = 75 ] && [ "$(wc -l <"$SRV/err")" = 1 ] || wrong="$wrong $scheme, $k: exit $code $(cat "$SRV/err")"
        conf inbox "$scheme://localhost:$LINE" delete # a busy machine may be silent for a second
        run
        fetched || wrong="$wrong $scheme, $k: stored $(stored) of $number, exit $code"
    done
    write_letters
    echo "slow 60" >"$SRV/order"
    run
    fetched || wrong="$wrong $scheme, slow: stored $(stored) of $number, exit $code $(cat "$SRV/err")"
    rm -f "$SRV/order"
done
check "a server that is silent is given up, exit 75; a slow one is waited for; nothing is lost" '[ -z "$wrong" ]' "$wrong"

# --- sending ----------------------------------------------------------------------------------
for u in alice bob dora; do rm -rf "$(inbox_of $u)"; done
user=games games=0
new_game() { # a letter to the player, one to the moderator
    games=$((games + 1))
    "$COURTIER" new venture g$games --option seating=fixed --player 'Alice <alice@players.example>' \
        --bot Bob >/dev/null
}
waiting() { "$COURTIER" status | sed -n 's/^letters_out *waiting \([0-9]*\) .*/\1/p'; }
sent() { "$COURTIER" status | sed -n 's/^letters_out .* sent \([0-9]*\).*/\1/p'; }
ids() { # of the letters that arrived
    cat $(find "$SRV"/mail/*/Maildir -path '*/new/*' -o -path '*/cur/*') | tr -d '\r' | sed -n 's/^Message-ID: //Ip' | grep @house.example | sort
}
arrived() { [ "$(ids | uniq | wc -l)" = "$(sent)" ]; }
send_through() { # url, port behind
    k=0 wrong=
    line "$2"
    conf outbox "$1://localhost:$LINE"
    while [ $k -lt 200 ]; do
        new_game
        echo "cut $k" >"$SRV/order"
        run
        first=$code
        [ -f "$SRV/order" ] && break
        case $first in 0 | 75) ;; *) wrong="$wrong after $k pieces: exit $first: $(cat "$SRV/err")" ;; esac
        run
        [ $code = 0 ] && [ "$(waiting)" = 0 ] || wrong="$wrong after $k pieces: $(waiting) wait, exit $code $(cat "$SRV/err")."
        k=$((k + 1))
    done
    rm -f "$SRV/order"
    check "$1: cut after each of $k pieces, everything is sent in the end" \
        '[ $k -gt 8 ] && [ $first = 0 ] && [ "$(waiting)" = 0 ] && [ -z "$wrong" ]' "$(printf '%s' "$wrong" | head -c 900) $(cat "$SRV/err")"
    check "$1: each of $(sent) letters has arrived, under one Message-ID" 'await 120 arrived' "$(ids | uniq | wc -l) of $(sent)"
}
send_through smtps $SMTPS
send_through smtp $SMTP
twice=$(ids | uniq -d | wc -l)
check "letters that came twice, the server's last word having been lost: $twice" '[ "$twice" -le 12 ]'

line $SMTP
wrong=
for k in 2 9; do
    conf outbox smtp://localhost:$LINE '' 1s
    new_game
    echo "stall $k" >"$SRV/order"
    run
    conf outbox smtp://localhost:$LINE
    run
    [ $code = 0 ] && [ "$(waiting)" = 0 ] || wrong="$wrong $k: $(waiting) wait, exit $code $(cat "$SRV/err")"
done
# What lies in buffers on the way is silence to who waits for the answer: on a busy machine, a second.
conf outbox smtp://localhost:$LINE
new_game
echo "slow 60" >"$SRV/order"
run
[ $code = 0 ] && [ "$(waiting)" = 0 ] || wrong="$wrong slow: $(waiting) wait, exit $code $(cat "$SRV/err")"
rm -f "$SRV/order"
check "a server that is silent, and one that is slow" '[ -z "$wrong" ] && await 120 arrived' "$wrong"
line_end

# --- 4xx --------------------------------------------------------------------------------------
for verb in $VERBS; do
    eval "port=\$VERB_$verb"
    new_game
    new_game # more than two letters: what the server says to one must not harm the next
    before=$(sent)
    case $verb in client | helo) want=75 ;; *) want=0 ;; esac
    conf outbox smtp://localhost:$port
    run
    check "4xx at $verb: nothing is sent, nothing given up (exit $code) $(cat "$SRV/err")" \
        '[ $code = $want ] && [ "$(sent)" = "$before" ] && [ "$(waiting)" = 4 ] && [ "$(wc -l <"$SRV/err")" -le 1 ]' "$(waiting) wait, $(($(sent) - before)) sent: $(cat "$SRV/err")"
    conf outbox smtp://localhost:$SMTP
    run
    [ "$(waiting)" = 0 ] || run
    check "4xx at $verb: sent when the server takes it" '[ $code = 0 ] && [ "$(sent)" = $((before + 4)) ]' "$(waiting) wait: $(cat "$SRV/err")"
done
check "all of them have arrived" 'await 120 arrived' "$(ids | uniq | wc -l) of $(sent)"
exit $status
