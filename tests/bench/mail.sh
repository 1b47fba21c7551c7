#!/bin/sh
# Fetching and sending over real servers, beside mbsync and a bare libcurl loop: the last lines of
# make bench. Nothing here fails a build.
here=$(dirname "$0")
N=${1:-1000}
COURTIER=${COURTIER:-./courtier}
row() { printf '%-58s %12s %-12s %s\n' "$1" "$2" "$3" "$4"; }
CI= # where the servers cannot run, that is said and all
(
    . "$here/../integration/servers.sh"
    servers_need dovecot-imapd dovecot-pop3d dovecot-lmtpd postfix openssl isync
    TRANSPORT=discard:
    servers_start

    # --- fetching: the same mailbox, by turns
    mkdir -p "$(inbox_of games)/new" "$(inbox_of games)/cur" "$(inbox_of games)/tmp"
    i=0
    while [ $i -lt "$N" ]; do
        i=$((i + 1))
        {
            printf 'From: p%s@players.example\nTo: games@house.example\nMessage-ID: <%s@players.example>\n' $i $i
            printf 'Subject: Re: your turn\nDate: Wed, 18 Nov 2026 12:00:00 +0000\n\nTAKE OIL-EF\n\n'
            head -c 1300 /dev/zero | tr '\0' '>' | fold -w 70
        } >"$(inbox_of games)/new/$((1700000000 + i)).$i.host"
    done
    chown -R nobody "$SRV/mail"
    # mbsync syncs every letter to the disk; without that it is the harder match.
    cat >"$SRV/mbsyncrc" <<.
FSync no

IMAPAccount games
Host localhost
Port $IMAPS
User games
Pass secret-games
SSLType IMAPS
CertificateFile $SRV/ca.crt

IMAPStore server
Account games

MaildirStore here
Path $SRV/got/
Inbox $SRV/got/INBOX

Channel all
Far :server:
Near :here:
Sync Pull
SyncState *
.
    "$COURTIER_BENCH" fetch "$IMAPS" "$SRV/ca.crt" >/dev/null # Dovecot makes its index
    find "$(inbox_of games)/cur" -type f | while read -r f; do mv "$f" "${f%:2,*}:2,"; done
    # The median of five pairs: what else the machine does meanwhile is not ours.
    all=0 ratios=
    for round in 1 2 3 4 5; do
        rm -rf "$SRV/got"
        mkdir "$SRV/got"
        start=$(date +%s%N)
        mbsync -c "$SRV/mbsyncrc" -q all
        theirs=$((($(date +%s%N) - start) / 1000))
        set -- $("$COURTIER_BENCH" fetch "$IMAPS" "$SRV/ca.crt")
        [ "$2" = "$N" ] || row "fetched only $2 of $N letters" - "" ""
        ours=$(($(echo "$1" | tr -d . | sed 's/^0*//') * 1000))
        all=$((all + ours))
        ratios="$ratios $(echo "$ours $theirs" | awk '{printf "%.2f", $1 / $2}')"
        doveadm -c "$SRV/dovecot/dovecot.conf" flags remove -u games '\Seen' mailbox INBOX all
    done
    row "fetching $N letters by IMAP" "$((N * 5000 / (all / 1000)))" "letters/s" ""
    row "  time against mbsync, the same mailbox" "$(printf '%s\n' $ratios | sort -n | sed -n 3p)" times "at most 1.5"

    # --- sending
    set -- $("$COURTIER_BENCH" send "$SMTP" "$SRV/ca.crt" "$N")
    row "sending $N reports of $3 bytes by SMTP" "$(echo "$N $1" | awk '{printf "%.0f", $1 / $2}')" "letters/s" ""
    row "  time against a bare libcurl loop" "$2" times "at most 1.2"
)
[ $? = 77 ] && row "fetching and sending over real servers" "not run" "" "see above"
exit 0
