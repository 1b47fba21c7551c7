#!/bin/sh
# The walls between the parts, and what the project does without.
cd "${TOP_SRCDIR:-.}" || exit 1
status=0
ok() { echo "ok - $1"; }
bad() { echo "not ok - $1"; echo "$2" | sed 's/^/# /'; status=1; }
check() { if [ -z "$2" ]; then ok "$1"; else bad "$1" "$2"; fi; }

# folder: what it may include
allowed() {
    case $1 in
    base) echo base ;;
    order) echo base order ;;
    table) echo base table ;;
    mustache) echo base mustache ;;
    mail) echo base mail ;;
    engine) echo base order table engine ;;
    engines) echo base order table engine "engines/$2" ;;
    store) echo base table store ;;
    report) echo base order table engine mustache report ;;
    turn) echo base order table engine mustache mail store report turn ;;
    archive) echo base order table engine mustache mail store report turn archive ;;
    lobby) echo base order table engine mail store report turn lobby ;;
    moderator) echo base order table engine mail store report turn lobby moderator ;;
    run) echo base order table engine mail store report turn archive lobby moderator run ;;
    cli) echo base order table engine mustache mail store report turn archive lobby moderator run cli ;;
    *) echo "" ;;
    esac
}

wrong=
for file in $(find src -mindepth 2 -name '*.[ch]' | sort); do
    part=$(echo "$file" | cut -d/ -f2)
    engine=$(echo "$file" | cut -d/ -f3)
    may=$(allowed "$part" "$engine")
    [ -n "$may" ] || wrong="$wrong
$file: folder src/$part is not in the list of parts"
    for header in $(sed -n 's/^#include "\(.*\)\/[^/]*"/\1/p' "$file" | sort -u); do
        case " $may " in
        *" $header "*) ;;
        *) wrong="$wrong
$file includes $header/" ;;
        esac
    done
done
check "dependencies go one way" "$wrong"

check "engines know no SQL, clock, files, network or mail" "$(grep -nE \
    '#include <(time|unistd|fcntl|errno|sys/.*|sqlite3|sodium|curl/.*|libetpan/.*|seccomp|ini|zstd|locale|signal|dirent)\.h>|\b(time|clock|fopen|open|read|write|printf|fprintf|getenv|rand|random|srand|malloc|calloc|free)\(' \
    src/engines/*/*.c src/engines/*/*.h | grep -vE '^[^:]*:[0-9]+: ?\*|/\*|->(read|open|print)' || true)"

check "only src/store includes sqlite3.h" "$(grep -rln 'sqlite3\.h' src | grep -v '^src/store/')"
check "only src/mail includes libetpan" "$(grep -rlE '<libetpan/' src | grep -v '^src/mail/')"
check "only src/mail includes libcurl" "$(grep -rlE '<curl/' src | grep -v '^src/mail/')"
check "no SQL in C" "$(grep -nE '"(SELECT|INSERT|UPDATE|DELETE|CREATE|ALTER|DROP) ' -r src --include='*.c' --include='*.h' --exclude=embedded.c)"
check "functions the project does without" "$(grep -nE \
    '\b(strcpy|strcat|sprintf|vsprintf|strtok|gets|atoi|atol|atof|system|popen|alloca|tmpnam|mktemp)\(' \
    -r src tests --include='*.c' --include='*.h')"
check "nothing is left for later" "$(grep -nE 'TODO|FIXME|\bXXX\b|HACK' -r src tests templates db --include='*.[ch]' --include='*.sql' --include='*.txt' --include='*.html')"
check "files are short" "$(find src tests -name '*.[ch]' ! -name embedded.c -exec wc -l {} + | awk '$1 > 600 && $2 != "total" {print $1 " lines: " $2}')"
# What French sets before a sign, or inside «», must not break there; in a line to copy as an order it
# would only be in the way. Comments are nobody's text.
french() {
    find templates/fr -type f | LC_ALL=C sort | LC_ALL=C xargs awk '
        FNR == 1 { inside = 0 }
        /^#/ && FILENAME ~ /phrases$/ { next }
        {
            line = $0
            if (inside) {
                if (!(at = index(line, "}}"))) next
                line = substr(line, at + 2)
                inside = 0
            }
            while ((at = index(line, "{{!"))) {
                rest = substr(line, at)
                inside = !(end = index(rest, "}}"))
                line = substr(line, 1, at - 1) (inside ? "" : substr(rest, end + 2))
            }
            if (line ~ /(^| )(;|:|!|\?|%|»|€)|« |«$|«[^\302]|(^|[^\240])»|[a-z}>]: |\342\200\257/ ||
                line ~ /^ *→.*\302\240/)
                print FILENAME ":" FNR ": " $0
        }'
}
check "French signs have a no-break space (U+00A0)" "$(french)"
check "headers are guarded" "$(for h in $(find src -name '*.h'); do grep -q '^#ifndef' "$h" || echo "$h"; done)"
if [ -d .git ] || [ -f .git ]; then
    lists=$(mktemp)
    sh contrib/files "$lists"
    check "the lists of files are those of the tree (sh contrib/files)" "$(diff contrib/files.am "$lists")"
    rm -f "$lists"
fi
exit $status
