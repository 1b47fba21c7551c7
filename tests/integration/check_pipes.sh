#!/bin/sh
# The recipes of contrib/mail as they are written there, with nothing changed but names and paths:
# letters piped from procmail and from Postfix are answered; what cannot be taken now is kept by them.
here=$(dirname "$0")
COURTIER=${COURTIER:-./courtier}
recipes=$here/../../contrib/mail
. "$here/servers.sh"
servers_need dovecot-imapd dovecot-pop3d dovecot-lmtpd postfix openssl procmail systemd
servers_prepare
# Who delivers may not be allowed to look into our directories, and hands no environment on.
mkdir "$SRV/bin"
cp "$COURTIER" "$SRV/bin/real"
cp -r "${COURTIER_TEMPLATES:-$here/../../templates}" "$SRV/templates"
printf '#!/bin/sh\nCOURTIER_TEMPLATES=%s/templates exec %s/bin/real "$@"\n' "$SRV" "$SRV" >"$SRV/bin/courtier"
chmod -R a+rX "$SRV/bin" "$SRV/templates"
chmod 755 "$SRV/bin/courtier"
house() { # a game in a house that belongs to the user games
    rm -rf "$SRV/house"
    "$SRV/bin/courtier" init "$SRV/house" --address games@house.example >/dev/null
    "$SRV/bin/courtier" --house "$SRV/house" new venture lyon --player 'Alice <alice@players.example>' --bot Bob >/dev/null
    "$SRV/bin/courtier" --house "$SRV/house" run --quiet
    to=$(sed -n 's/^Reply-To: //p' "$SRV"/house/out/new/* | tr -d '\r' | head -n 1)
    chown -R games "$SRV/house"
}
letter() { printf 'From: alice@players.example\nTo: %s\nSubject: hello\nMessage-ID: <%s@players.example>\n\nstatus\n' "$to" "$1"; }
counts() { "$SRV/bin/courtier" --house "$SRV/house" status | sed -n 's/^letters_in *//p'; }
here_is() { sed "s|/usr/local/bin/courtier|$SRV/bin/courtier|; s|/srv/games|$SRV/house|g; s|/etc/postfix|$SRV/postfix|g; s|@example.org|@house.example|"; }
# The indented lines behind the one that begins with $1.
part() { awk -v head="$1" 'index($0, head) == 1 { on = 1; next } on && !/^    / { exit } on { print substr($0, 5) }' "$recipes/postfix" | here_is; }

# --- systemd ----------------------------------------------------------------------------------
mkdir "$SRV/units"
for unit in "$recipes"/*.service "$recipes"/*.timer; do here_is <"$unit" >"$SRV/units/${unit##*/}"; done
systemd-analyze verify "$SRV"/units/* >"$SRV/out" 2>&1
check "systemd: the units are as it wants them" '[ $? = 0 ] && [ ! -s "$SRV/out" ]' "$(cat "$SRV/out")"

# --- procmail ---------------------------------------------------------------------------------
house
here_is <"$recipes/procmailrc" >"$SRV/procmailrc"
chown games "$SRV/procmailrc"
deliver_by_procmail() { letter "$1" | (cd "$SRV/house" && HOME="$SRV/house" setpriv --reuid games --clear-groups procmail -m "$SRV/procmailrc") >"$SRV/out" 2>&1; }

deliver_by_procmail 1
check "procmail: the letter is answered" '[ $? = 0 ] && ! grep -q procmail: "$SRV/out" && counts | grep -q "^new 0 played 0 refused 1 "' "$(cat "$SRV/out") $(counts)"
mv "$SRV/house/courtier.conf" "$SRV/house/away"
deliver_by_procmail 2
check "procmail: a house that cannot take it now, and the mail system keeps the letter" '[ $? = 75 ]' "$(cat "$SRV/out")"
mv "$SRV/house/away" "$SRV/house/courtier.conf"
deliver_by_procmail 2
check "procmail: and gives it again" '[ $? = 0 ] && counts | grep -q "^new 0 played 0 refused 2 "' "$(cat "$SRV/out") $(counts)"
mv "$SRV/templates" "$SRV/templates.away"
deliver_by_procmail 3
code=$?
mv "$SRV/templates.away" "$SRV/templates"
deliver_by_procmail 4
check "procmail: a letter that was taken but not read is not given again, and answered with the next" \
    '[ $code = 0 ] && counts | grep -q "^new 0 played 0 refused 4 "' "$code: $(cat "$SRV/out") $(counts)"

# --- Postfix ----------------------------------------------------------------------------------
house
MASTER_MORE=$(part /etc/postfix/master.cf)
dovecot_start
mkdir -p "$SRV/postfix"
part /etc/postfix/transport >"$SRV/postfix/transport"
POSTFIX_MORE=$(part /etc/postfix/main.cf)
postmap -c /etc/postfix "hash:$SRV/postfix/transport" 2>"$SRV/out" || postmap "hash:$SRV/postfix/transport"
postfix_start
answered() { counts | grep -q "^new 0 played 0 refused $1 "; }
letter 5 | sendmail -C "$SRV/postfix" -f alice@players.example -- "$to"
check "Postfix: the letter is answered, by its plus-address" 'await 120 answered 1' "$(counts) $(tail -n 20 "$SRV/postfix/log"; date; ls -l "$SRV/house")"
mv "$SRV/house/courtier.conf" "$SRV/house/away"
letter 6 | sendmail -C "$SRV/postfix" -f alice@players.example -- "$to"
deferred() { grep -q 'relay=courtier.*status=deferred' "$SRV/postfix/log"; }
check "Postfix: a house that cannot take it now, and the letter waits" 'await 120 deferred' "$(tail -n 5 "$SRV/postfix/log")"
mv "$SRV/house/away" "$SRV/house/courtier.conf"
postqueue -c "$SRV/postfix" -f
check "Postfix: and is given again" 'await 120 answered 2' "$(counts) $(tail -n 20 "$SRV/postfix/log"; date; ls -l "$SRV/house")"
exit $status
