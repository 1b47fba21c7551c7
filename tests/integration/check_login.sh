#!/bin/sh
# Each way to log in, one by one, against real servers: passwords by PLAIN, LOGIN and CRAM-MD5, tokens
# by XOAUTH2 and OAUTHBEARER, over IMAP, POP3 and SMTP. Tokens are JSON Web Tokens that Dovecot checks
# with a key it shares with us; a program prints them, as password-command wants. Whatever does not
# fit is refused with one line that says so, and without the secret.
here=$(dirname "$0")
COURTIER=${COURTIER:-./courtier}
. "$here/servers.sh"
servers_need dovecot-imapd dovecot-pop3d dovecot-lmtpd postfix openssl
servers_prepare

# --- tokens -----------------------------------------------------------------------------------
key=the-key-of-the-issuer-and-the-mail-server
base64url() { openssl base64 -A | tr '+/' '-_' | tr -d '='; }
token() { # user, key, seconds from now until it expires
    now=$(date +%s)
    head=$(printf '{"alg":"HS256","typ":"JWT"}' | base64url)
    body=$(printf '{"sub":"%s","iat":%d,"nbf":%d,"exp":%d}' "$1" $((now - 7200)) $((now - 7200)) $((now + $3)) | base64url)
    printf '%s.%s.%s\n' "$head" "$body" "$(printf '%s.%s' "$head" "$body" | openssl dgst -sha256 -hmac "$2" -binary | base64url)"
}
mkdir -p "$SRV/keys/default/HS256"
printf %s "$key" | openssl base64 -A >"$SRV/keys/default/HS256/default"
cat >"$SRV/oauth2.conf" <<.
introspection_mode = local
local_validation_key_dict = fs:posix:prefix=$SRV/keys/
username_attribute = sub
.
chmod -R a+rX "$SRV/keys" "$SRV/oauth2.conf"
MECHANISMS='plain login cram-md5 xoauth2 oauthbearer'
# The servers do not make us wait after a refusal: there are many of them.
DOVECOT_MORE="auth_failure_delay = 0
service anvil {
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
auth_verbose = yes
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = $SRV/oauth2.conf
}"
token games "$key" 3600 >"$SRV/token.good"
token games "$key" -60 >"$SRV/token.expired"
token games another-key-than-the-issuers 3600 >"$SRV/token.forged"
token alice "$key" 3600 >"$SRV/token.others"
echo secret-games >"$SRV/password.good"
echo secret-alice >"$SRV/password.wrong"
dovecot_start
postfix_start
house "$SRV/house"
export COURTIER_HOUSE="$SRV/house"

# --- one login after the other ----------------------------------------------------------------
conf() { # url, mechanism, file with the secret
    section=inbox other=outbox dir=out
    case $1 in smtp*) section=outbox other=inbox dir=in ;; esac
    cat >"$SRV/house/courtier.conf" <<.
[house]
address = games@house.example
moderator = dora@players.example
[$other]
url = maildir:$dir
[$section]
url = $1
user = games
password-command = cat $3
ca-file = $SRV/ca.crt
timeout = 20s
sasl = $2
.
}
written=0 # letters that Dovecot has for the house
try() { # url, mechanism, secret: sets $code and $said
    conf "$1" "$2" "$SRV/$3"
    said= code=0
    case $1 in
    smtp*) "$COURTIER" doctor --test-letter >"$SRV/out" 2>"$SRV/err" || code=$? ;;
    *)
        printf 'From: <z@b.example>\nTo: games@house.example\nMessage-ID: <%s@b.example>\nAuto-Submitted: auto-replied\n\nhello\n' \
            "$written" >"$SRV/letter"
        deliver games "$SRV/letter"
        written=$((written + 1))
        "$COURTIER" run >"$SRV/out" 2>"$SRV/err" || code=$?
        ;;
    esac
    said=$(cat "$SRV/err")
}
logins() { # how often Dovecot, or Postfix asking it, was told this mechanism
    cat "$SRV/dovecot/log" "$SRV/postfix/log" | grep -ciE "(Login: user=<games>, method=|sasl_method=)$1[, ]"
}
came() { [ "$(letters games)" -gt "$before" ]; }

for url in imaps://localhost:$IMAPS imap://localhost:$IMAP pop3s://localhost:$POP3S pop3://localhost:$POP3 \
    smtps://localhost:$SMTPS smtp://localhost:$SMTP; do
    for sasl in plain login cram-md5 xoauth2 oauthbearer; do
        case $sasl in *auth*) good=token.good ;; *) good=password.good ;; esac
        before=$(letters games)
        had=$(logins $sasl)
        try $url $sasl $good
        case $url in
        smtp*)
            check "${url%%:*} by $sasl: a letter to oneself arrives" \
                '[ $code = 0 ] && await 120 came && [ "$(logins $sasl)" = $((had + 1)) ]' "$code, $((had + 1)): $said $(cat "$SRV/out")" ;;
        *)
            check "${url%%:*} by $sasl: the letter is fetched" \
                '[ $code = 0 ] && grep -q "^1 fetched" "$SRV/out" && [ "$(logins $sasl)" = $((had + 1)) ]' "$code: $said $(cat "$SRV/out")" ;;
        esac
    done
done

# --- what is not right ------------------------------------------------------------------------
clear=$(cat "$SRV/token.good" "$SRV/token.expired" "$SRV/token.forged" "$SRV/token.others" | cut -d. -f3)
refused() { # url, mechanism, secret, what is said
    try "$1" "$2" "$3"
    grep '^error *outbox' "$SRV/out" >>"$SRV/err" # the doctor says it there
    check "${1%%:*} by $2, ${3#*.}: exit 77, $(cat "$SRV/err")" \
        '[ $code = 77 ] && [ "$(wc -l <"$SRV/err")" = 1 ] && grep -q "$4" "$SRV/err" && ! grep -qsF "$clear" "$SRV/out" "$SRV/err" && ! grep -q secret- "$SRV/out" "$SRV/err"' \
        "exit $code: $(cat "$SRV/out" "$SRV/err")"
}
for url in imaps://localhost:$IMAPS pop3s://localhost:$POP3S smtp://localhost:$SMTP; do
    for sasl in plain login cram-md5; do refused $url $sasl password.wrong 'refuses the user name or the password$'; done
    for sasl in xoauth2 oauthbearer; do
        for kind in expired forged others; do
            refused $url $sasl token.$kind 'refuses the user name or the token, which may have expired$'
        done
    done
done
"$COURTIER" status >"$SRV/out"
check "no secret in the store" '! grep -aqF "$clear" "$SRV/house"/courtier.db* && ! grep -aq secret-games "$SRV/house"/courtier.db*'

# --- a mechanism the server does not have -----------------------------------------------------
conf imaps://localhost:$IMAPS digest-md5 "$SRV/password.good"
"$COURTIER" run >"$SRV/out" 2>"$SRV/err"
check "a mechanism the server does not offer: exit 77, $(cat "$SRV/err")" '[ $? = 77 ] && [ "$(wc -l <"$SRV/err")" = 1 ]' "$(cat "$SRV/out")"
exit $status
