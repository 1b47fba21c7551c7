#!/bin/sh
# Servers that must not be trusted, and servers that do not trust us: each is refused with an exit
# code and one clear line, and nothing is sent in clear. What waits in the store waits on.
here=$(dirname "$0")
COURTIER=${COURTIER:-./courtier}
. "$here/servers.sh"
servers_need dovecot-imapd dovecot-pop3d dovecot-lmtpd postfix openssl
servers_prepare
authority other-ca
certificate elsewhere DNS:mail.elsewhere.example -days 2
certificate expired DNS:localhost,IP:127.0.0.1,IP:127.0.0.2 -days -1
house "$SRV/house"
export COURTIER_HOUSE="$SRV/house"
cp "$SRV/house/courtier.conf" "$SRV/good"
"$COURTIER" new venture lyon --player 'Alice <alice@players.example>' --bot Bob >/dev/null

letters=2 # to Alice, and the first one to the moderator
# refuse WHAT EXIT PATTERN: a run ends so, with one line, and all letters still wait
refuse() {
    "$COURTIER" run >"$SRV/out" 2>"$SRV/err"
    code=$?
    waits=$("$COURTIER" status | sed -n 's/.*waiting \([0-9]*\).*/\1/p')
    if [ "$code" = "$2" ] && [ "$(wc -l <"$SRV/err")" = 1 ] && grep -qE "$3" "$SRV/err" && [ "$waits" = "$letters" ] &&
        ! grep -qs secret- "$SRV/err"; then
        ok "$1: exit $2, $(cat "$SRV/err")"
    else
        bad "$1: exit $code instead of $2, $waits letters wait" "$(cat "$SRV/err")"
    fi
}
only() { # in URL | out URL: the other way is a Maildir
    {
        sed '/^\[inbox\]/,$d' "$SRV/good"
        printf '[inbox]\nurl = maildir:in\n'
        [ "$1" = out ] || sed "s|^.inbox.|[inbox two]|; s|^url = imaps.*|url = $2|; /^.outbox/,\$d; /^.house/,/^$/d" "$SRV/good"
        sed "/^.outbox/!d; s/.*/[outbox]/" "$SRV/good"
        if [ "$1" = out ]; then sed "1,/^.outbox/d; s|^url = .*|url = $2|" "$SRV/good"; else
            sed "1,/^.outbox/d; s|^url = .*|url = smtp://127.0.0.3:1|" "$SRV/good"
        fi
    } >"$SRV/house/courtier.conf"
}
# With an inbox under test the outbox is closed, which says a second line: keep the first.
in_refuse() {
    "$COURTIER" run >"$SRV/out" 2>"$SRV/err2"
    code=$?
    grep -v 127.0.0.3 "$SRV/err2" >"$SRV/err"
    if [ "$code" = "$2" ] && [ "$(wc -l <"$SRV/err")" = 1 ] && grep -qE "$3" "$SRV/err" && ! grep -qs secret- "$SRV/err2"; then
        ok "$1: exit $2, $(cat "$SRV/err")"
    else
        bad "$1: exit $code instead of $2" "$(cat "$SRV/err2")"
    fi
}
logins() { grep -cE 'Login: user|auth failed' "$SRV/dovecot/log"; }

# --- certificates -----------------------------------------------------------------------------
for case in expired elsewhere server; do
    CERT=$case
    dovecot_start
    postfix_start
    before=$(logins)
    [ $case = server ] && sed -i "s|$SRV/ca.crt|$SRV/other-ca.crt|" "$SRV/good"
    for url in imaps://localhost:$IMAPS imap://localhost:$IMAP pop3s://localhost:$POP3S pop3://localhost:$POP3; do
        only in "$url"
        in_refuse "${url%%:*}, certificate: $case" 77 'certificate'
    done
    for url in smtps://localhost:$SMTPS smtp://localhost:$SMTP; do
        only out "$url"
        refuse "${url%%:*}, certificate: $case" 77 'certificate'
    done
    check "no login was tried with certificate: $case" '[ "$(logins)" = "$before" ] && ! grep -q "sasl_username" "$SRV/postfix/log"'
    postfix_stop
    dovecot_stop
done
sed -i "s|$SRV/other-ca.crt|$SRV/ca.crt|" "$SRV/good"

# --- no TLS offered ---------------------------------------------------------------------------
CERT=server PLAINTEXT=no SMTP_TLS=none
dovecot_conf nobody | sed 's/^ssl = yes/ssl = no/' >"$SRV/dovecot/plain.conf"
dovecot -F -c "$SRV/dovecot/plain.conf" >"$SRV/dovecot/out" 2>&1 &
DOVECOT=$!
await 120 listens "$IMAP"
postfix_start
before=$(logins)
for url in imap://localhost:$IMAP pop3://localhost:$POP3; do
    only in "$url"
    in_refuse "${url%%:*}, no STARTTLS offered" 78 'does not offer TLS'
done
only out smtp://localhost:$SMTP
refuse "smtp, no STARTTLS offered" 78 'does not offer TLS'
check "nothing was sent in clear" '[ "$(logins)" = "$before" ] && ! grep -q "sasl_username\|from=<games" "$SRV/postfix/log"'
postfix_stop
dovecot_stop

# --- passwords --------------------------------------------------------------------------------
PLAINTEXT=yes SMTP_TLS=encrypt
dovecot_start
postfix_start
sed -i 's/secret-games/wrong/' "$SRV/good"
# Dovecot makes an address wait after a wrong password: each case comes to another one of ours.
only in imaps://127.0.0.2:$IMAPS
in_refuse "imaps, wrong password" 77 'refuses the user name or the password'
only in pop3s://127.0.0.1:$POP3S
in_refuse "pop3s, wrong password" 77 'refuses the user name or the password'
only out smtp://127.0.0.1:$SMTP
refuse "smtp, wrong password" 77 'refuses the user name or the password'
postfix_stop
dovecot_stop

# --- nobody there, and secrets lying about ----------------------------------------------------
only out smtp://127.0.0.1:$SMTP
refuse "smtp, nobody listens" 75 '127.0.0.1'
chmod 640 "$SRV/house/courtier.conf"
"$COURTIER" run 2>"$SRV/err"
code=$?
check "a password in a file others may read is refused: $(cat "$SRV/err")" \
    '[ $code = 77 ] && grep -q "chmod 600 $SRV/house/courtier.conf" "$SRV/err"'
sed -i "s|^password = .*|password-file = $SRV/pw|" "$SRV/house/courtier.conf"
printf 'secret-games\n' >"$SRV/pw"
chmod 644 "$SRV/pw"
"$COURTIER" run 2>"$SRV/err"
check "so is a password-file" '[ $? = 77 ] && grep -q "chmod 600 $SRV/pw" "$SRV/err"' "$(cat "$SRV/err")"
chmod 600 "$SRV/house/courtier.conf"
sed -i "s|^password-file = .*|password-command = cat $SRV/pw; exit 3|" "$SRV/house/courtier.conf"
"$COURTIER" run 2>"$SRV/err"
check "a password-command that fails is named, not shown" \
    '[ $? = 75 ] && grep -q "password-command ended with exit status 3" "$SRV/err" && ! grep -q secret "$SRV/err"' "$(cat "$SRV/err")"

# A server that says nothing: meanwhile the password is in our memory, and nowhere else.
free_port
perl -MIO::Socket::INET -e 'my $s = IO::Socket::INET->new(LocalAddr => "127.0.0.1", LocalPort => shift, Listen => 1) or die;
    my $c = $s->accept; open my $f, ">", shift; close $f; sleep 60' "$port" "$SRV/connected" &
SILENT=$!
trap 'kill $SILENT 2>/dev/null; servers_stop' EXIT
await 120 listens "$port"
only out smtps://localhost:$port
sed -i "s|^password = .*|password-command = cat $SRV/pw|" "$SRV/house/courtier.conf"
"$COURTIER" run >"$SRV/out" 2>&1 &
RUN=$!
await 120 test -f "$SRV/connected"
ours=$(for p in $RUN $(cat /proc/$RUN/task/*/children); do echo "/proc/$p/cmdline /proc/$p/environ"; done)
check "no password in the arguments or the environment of a process of ours, while a server is asked" \
    'grep -aqs -- "run" $ours && ! grep -aqs secret-games $ours' "$ours"
kill $RUN $SILENT
wait $RUN $SILENT 2>/dev/null

# --- and when all is well again ---------------------------------------------------------------
sed -i "s|^url = smtps.*|url = smtp://127.0.0.1:$SMTP|" "$SRV/house/courtier.conf"
dovecot_start
postfix_start
"$COURTIER" run >"$SRV/out" 2>&1
check "then the letter goes out" '[ $? = 0 ] && grep -q " $letters sent" "$SRV/out"' "$(cat "$SRV/out")"
exit $status
