# Real mail servers on loopback, for the checks beside this file: source it.
#
# Dovecot (IMAP, POP3, LMTP, passwords) and Postfix (submission) run from a temporary directory
# with their own configuration, certificates and users, and are stopped by their process ids.
# Nothing leaves the machine.
#
#   servers_need PACKAGE…   installs what is missing; ends the check when that cannot be done
#   servers_start           sets $SRV (the directory) and the ports IMAP IMAPS POP3 POP3S SMTP SMTPS
#   servers_stop            also run at exit

status=0
ok() { echo "ok - $1"; }
bad() { # what, and lines that tell more
    echo "not ok - $1"
    shift
    [ -z "${1:-}" ] || printf '%s\n' "$@" | sed 's/^/# /'
    status=1
}
check() { if eval "$2"; then ok "$1"; else bad "$1" "${3:-}"; fi; }

# In CI everything has to be there; elsewhere a check that cannot have what it needs says so and is skipped.
servers_missing() {
    echo "# this check needs $1"
    if [ "${CI:-}" = true ]; then
        bad "what this check needs" "CI=true, and it cannot be had"
        exit 1
    fi
    exit 77
}

servers_need() {
    missing=
    for package in "$@"; do
        [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
    done
    [ "$(id -u)" = 0 ] || servers_missing "root, for Postfix's master and to install packages"
    [ -z "$missing" ] && return
    # Two checks may want packages at the same time.
    if ! (
        flock 9
        apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
    ) 9>/tmp/courtier-packages.lock >/tmp/courtier-packages.log 2>&1; then
        servers_missing "the packages$missing, which apt-get does not give"
    fi
}

# free_port: one that nobody listens on now, of a block of 16 that is this script's own: others may be
# starting servers at the same time. Below what the system gives to who connects.
free_port() {
    while [ "${port_next:-16}" -ge 16 ]; do
        port_base=$((20000 + $(od -An -N2 -tu2 /dev/urandom) % 750 * 16))
        mkdir "${TMPDIR:-/tmp}/courtier-ports.$port_base" 2>/dev/null || continue
        port_blocks="${port_blocks:-} $port_base"
        port_next=0
    done
    port=$((port_base + port_next))
    port_next=$((port_next + 1))
    grep -qi ":$(printf %04X "$port") 00000000:0000 0A" /proc/net/tcp && free_port
}
free_ports() { # gives the blocks back
    for base in ${port_blocks:-}; do rmdir "${TMPDIR:-/tmp}/courtier-ports.$base"; done 2>/dev/null
    port_blocks=
}

# certificate NAME SUBJECT-ALT [OPTIONS…]: signed by the CA, as NAME.crt and NAME.key
certificate() {
    name=$1 alt=$2
    shift 2
    openssl req -newkey rsa:2048 -nodes -keyout "$SRV/$name.key" -out "$SRV/$name.csr" -subj "/CN=$name" 2>/dev/null
    printf 'subjectAltName=%s\n' "$alt" >"$SRV/$name.ext"
    openssl x509 -req -in "$SRV/$name.csr" -CA "$SRV/ca.crt" -CAkey "$SRV/ca.key" -CAcreateserial \
        -out "$SRV/$name.crt" -extfile "$SRV/$name.ext" "$@" 2>/dev/null
    chmod 644 "$SRV/$name.key"
}

authority() { # NAME: a CA of its own
    openssl req -x509 -newkey rsa:2048 -nodes -keyout "$SRV/$1.key" -out "$SRV/$1.crt" -days 30 -subj "/CN=$1" \
        -addext basicConstraints=critical,CA:TRUE 2>/dev/null
}

dovecot_conf() { # user
    cat <<.
base_dir = $SRV/dovecot/run
state_dir = $SRV/dovecot/state
log_path = $SRV/dovecot/log
default_internal_user = $1
default_internal_group = $(id -gn "$1")
default_login_user = $1
mail_home = $SRV/mail/%n
mail_location = maildir:~/Maildir
protocols = imap pop3 lmtp
listen = 127.0.0.1, 127.0.0.2
ssl = yes
ssl_cert = <$SRV/${CERT:-server}.crt
ssl_key = <$SRV/${CERT:-server}.key
disable_plaintext_auth = ${PLAINTEXT:-yes}
auth_mechanisms = ${MECHANISMS:-plain login cram-md5}
${DOVECOT_MORE:-}
lmtp_hdr_delivery_address = final
recipient_delimiter = +
mail_max_userip_connections = 50
login_trusted_networks =
first_valid_uid = 1
passdb {
  driver = passwd-file
  args = scheme=PLAIN username_format=%n $SRV/users
}
userdb {
  driver = static
  args = uid=$(id -u "$1") gid=$(id -g "$1") home=$SRV/mail/%n
}
service anvil {
  chroot =
}
service imap-login {
  chroot =
  inet_listener imap {
    port = $IMAP
  }
  inet_listener imaps {
    port = $IMAPS
  }
}
service pop3-login {
  chroot =
  inet_listener pop3 {
    port = $POP3
  }
  inet_listener pop3s {
    port = $POP3S
  }
}
service stats {
  chroot =
}
service lmtp {
  inet_listener lmtp {
    address = 127.0.0.1
    port = $LMTP
  }
}
service auth {
  inet_listener {
    address = 127.0.0.1
    port = $AUTH
  }
}
.
}

postfix_conf() {
    cat >"$SRV/postfix/main.cf" <<.
compatibility_level = 3.6
queue_directory = $SRV/postfix/queue
data_directory = $SRV/postfix/data
maillog_file = $SRV/postfix/log
maillog_file_prefixes = $SRV
myhostname = mail.house.example
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
alias_maps =
alias_database =
mynetworks =
virtual_mailbox_domains = house.example, players.example
virtual_mailbox_maps = inline:{$(for u in games alice bob chloe dora; do
        printf ' %s@house.example=1, %s@players.example=1,' "$u" "$u"
    done | sed 's/,$//')}
virtual_transport = ${TRANSPORT:-lmtp:inet:127.0.0.1:$LMTP}
recipient_delimiter = +
default_transport = error:nothing leaves this machine
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = inet:127.0.0.1:$AUTH
smtpd_tls_cert_file = $SRV/${CERT:-server}.crt
smtpd_tls_key_file = $SRV/${CERT:-server}.key
smtpd_tls_security_level = ${SMTP_TLS:-encrypt}
smtpd_tls_auth_only = yes
smtpd_recipient_restrictions = permit_sasl_authenticated, reject
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_client_connection_rate_limit = 0
smtputf8_enable = no
biff = no
${POSTFIX_MORE:-}
.
    cat >"$SRV/postfix/master.cf" <<.
127.0.0.1:$SMTP inet n - n - - smtpd
127.0.0.1:$SMTPS inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
error unix - - n - - error
retry unix - - n - - error
lmtp unix - - n - - lmtp
discard unix - - n - - discard
anvil unix - - n - 1 anvil
scache unix - - n - 1 scache
postlog unix-dgram n - n - 1 postlogd
${MASTER_MORE:-}
.
    # A main.cf younger than two seconds makes the master wait.
    touch -d '1 minute ago' "$SRV/postfix/main.cf" "$SRV/postfix/master.cf"
}

# Writing to a disk that is busy with other things may take a minute: who waits has patience.
await() { # seconds, command…
    limit=$(($1 * 20))
    shift
    while ! "$@" >/dev/null 2>&1; do
        limit=$((limit - 1))
        [ "$limit" -gt 0 ] || return 1
        sleep 0.05
    done
}

listens() { grep -qi ":$(printf %04X "$1") 00000000:0000 0A" /proc/net/tcp; }

servers_prepare() {
    SRV=$(mktemp -d "${TMPDIR:-/tmp}/courtier-servers.XXXXXX")
    chmod 711 "$SRV"
    trap servers_stop EXIT
    trap 'exit 1' INT TERM HUP PIPE
    for name in IMAP IMAPS POP3 POP3S SMTP SMTPS LMTP AUTH; do
        free_port
        eval "$name=$port"
    done
    authority ca
    certificate server DNS:localhost,IP:127.0.0.1,IP:127.0.0.2 -days 30
    for u in games alice bob chloe dora; do echo "$u:secret-$u"; done >"$SRV/users"
    chmod 644 "$SRV/users"
    mkdir -p "$SRV/mail" "$SRV/dovecot"
    user=${SERVER_USER:-nobody}
    chown -R "$user" "$SRV/mail" "$SRV/dovecot"
}

dovecot_start() {
    dovecot_conf "${SERVER_USER:-nobody}" >"$SRV/dovecot/dovecot.conf"
    dovecot -F -c "$SRV/dovecot/dovecot.conf" >"$SRV/dovecot/out" 2>&1 &
    DOVECOT=$!
    await 120 listens "$IMAPS" && await 120 listens "$LMTP" ||
        { cat "$SRV/dovecot/out" "$SRV/dovecot/log"; servers_missing "Dovecot, which does not start"; }
}

dovecot_stop() {
    [ -z "${DOVECOT:-}" ] || { kill "$DOVECOT" 2>/dev/null && wait "$DOVECOT" 2>/dev/null; }
    DOVECOT=
}

postfix_start() {
    mkdir -p "$SRV/postfix/queue" "$SRV/postfix/data"
    chown postfix "$SRV/postfix/data"
    touch "$SRV/postfix/log"
    postfix_conf
    postfix -c "$SRV/postfix" check >"$SRV/postfix/out" 2>&1
    /usr/lib/postfix/sbin/master -c "$SRV/postfix" -d >>"$SRV/postfix/out" 2>&1 &
    POSTFIX=$!
    await 120 listens "$SMTP" && await 120 listens "$SMTPS" ||
        { cat "$SRV/postfix/out" "$SRV/postfix/log"; servers_missing "Postfix, which does not start"; }
}

postfix_stop() {
    [ -z "${POSTFIX:-}" ] || { kill "$POSTFIX" 2>/dev/null && wait "$POSTFIX" 2>/dev/null; }
    POSTFIX=
}

servers_start() {
    servers_need dovecot-imapd dovecot-pop3d dovecot-lmtpd postfix openssl
    servers_prepare
    dovecot_start
    postfix_start
}

servers_stop() {
    postfix_stop
    dovecot_stop
    free_ports
    [ -z "${SRV:-}" ] || [ -n "${KEEP:-}" ] || rm -rf "$SRV"
}

# inbox_of USER: the directory where Dovecot keeps his letters
inbox_of() { echo "$SRV/mail/$1/Maildir"; }

# letters USER: how many are in his inbox, seen or not
letters() { find "$(inbox_of "$1")/new" "$(inbox_of "$1")/cur" -type f 2>/dev/null | wc -l; }

# deliver USER FILE: puts a letter into a mailbox as the server's LMTP would
deliver() {
    /usr/bin/env doveadm -c "$SRV/dovecot/dovecot.conf" save -u "$1" -m INBOX <"$2"
}

# house DIR: a house that reads and sends over these servers
house() {
    "$COURTIER" init "$1" --address games@house.example >/dev/null
    chmod 600 "$1/courtier.conf"
    cat >"$1/courtier.conf" <<.
[house]
address = games@house.example
moderator = dora@players.example

[inbox]
url = imaps://localhost:$IMAPS
user = games
password = secret-games
ca-file = $SRV/ca.crt
timeout = 20s

[outbox]
url = smtp://localhost:$SMTP
user = games
password = secret-games
ca-file = $SRV/ca.crt
timeout = 20s
.
}
