/* The commands and what --help says of them. */
#include "cli/cli.h"

const struct command commands[] = {
    {"init", "make a house",
     "Usage: courtier init DIR --address MAIL [--name NAME] [--lang en|fr]\n\n"
     "Makes DIR a house: courtier.conf, courtier.db and the Maildirs in/ and out/.\n\n"
     "  --address MAIL  where players write, such as games@example.org; the mail system\n"
     "                  must deliver games+anything@example.org there, too\n"
     "  --name NAME     shown as the sender of letters (default Courtier)\n"
     "  --lang LANG     language of new games (default en)\n",
     cmd_init},
    {"new", "start a game",
     "Usage: courtier new ENGINE NAME --player 'Alice <a@x.org>' … [--bot NAME] …\n"
     "       courtier new ENGINE NAME --seats N [--private] [--player …]\n\n"
     "Starts a game and queues everyone's first report; courtier run sends them. With more\n"
     "--seats than players, the game stays open: people join it by mail, and it begins when\n"
     "all seats are taken or courtier start says so.\n\n"
     "  ENGINE          venture, forex, boss, capital\n"
     "  NAME            of the game: a-z, 0-9 and -\n"
     "  --player WHO    a person, 'Name <address>'; once for each\n"
     "  --bot NAME      a seat the program plays; once for each\n"
     "  --seats N       so many seats; the players named are invited\n"
     "  --private       nobody is told of the game: it can be joined by invitation only, and\n"
     "                  not be watched\n"
     "  --variant V     venture: venture, riche-ou-pauvre\n"
     "  --option K=V    venture: draw=2|3 final-hand=face|sets|none stall=N remove=14|0\n"
     "                  hand-limit=N seating=random|fixed\n"
     "                  forex: rates=standard|alternate divest=together|clockwise seating\n"
     "                  boss, capital: see courtier-orders(7); a wrong name lists them all\n"
     "  --lang LANG     en or fr, for players who are new here\n"
     "  --format F      text, html, both (default), with json: 'both json'\n"
     "  --pace 'K=V …'   turn=3d reaction=1d negotiation=2d quiet=sat,sun tz=Europe/Paris grace=6h\n"
     "                  silence=default|hold|dismiss:3 vacation=14d reminders=50%,10%\n"
     "                  (what is not named is the house's: courtier.conf(5))\n"
     "  --talk T        open (default), anonymous or none\n"
     "  --moderator M   address of somebody who may rule over the game; once for each\n"
     "  --moderator-option O\n"
     "                  peek=silent: players do not hear of PEEK; moderator-plays: a moderator\n"
     "                  may have a seat, and then nobody peeks. Told to everybody\n"
     "  --secret HEX    64 hex digits instead of a random secret (for tests)\n",
     cmd_new},
    {"invite", "invite people to an open game",
     "Usage: courtier invite GAME 'Alice <a@x.org>' …\n\n"
     "Queues an invitation for each; courtier run sends them. Who replies JOIN has a seat.\n",
     cmd_invite},
    {"start", "begin an open game",
     "Usage: courtier start GAME [--bots]\n\n"
     "Begins a game with the people who have joined. Seats nobody has taken are left out;\n"
     "there must be as many people as the game needs.\n\n"
     "  --bots  the program plays the seats nobody has taken\n",
     cmd_start},
    {"list", "list the games, or the players",
     "Usage: courtier list [--open | --players] [--json]\n\n"
     "Lists the games of the house.\n\n"
     "  --open     those that wait for players\n"
     "  --players  the players instead: games, wins, and how often they answer in time\n",
     cmd_list},
    {"status", "what is waiting",
     "Usage: courtier status [GAME] [--json]\n\n"
     "Without GAME: letters and games of the house. With GAME: seats, who is awaited, until when.\n",
     cmd_status},
    {"run", "fetch letters, play them, send reports; what cron calls",
     "Usage: courtier run [--quiet] [--retry] [--watch [--every SECONDS]]\n\n"
     "Fetches new letters, plays their orders, passes over deadlines that have come and sends\n"
     "what is due, once. Safe to interrupt and to run again. Exit 75: another one is at work,\n"
     "or something may work later.\n\n"
     "  --quiet          say nothing when all is well\n"
     "  --retry          send letters that wait for their next try now, as when the mail server\n"
     "                   works again\n"
     "  --watch          stay and repeat\n"
     "  --every SECONDS  look after so long at the latest (default 30); an IMAP server with IDLE\n"
     "                   and a Maildir tell at once\n",
     cmd_run},
    {"show", "show a report",
     "Usage: courtier show GAME [--as SEAT|moderator|public] [--turn N]\n"
     "                     [--format text|html|json] [--lang LANG] [--yes]\n\n"
     "Shows what a seat sees now, or saw after turn N.\n\n"
     "  --yes  show all to a moderator even where one plays himself\n",
     cmd_show},
    {"mod", "make a ruling",
     "Usage: courtier mod GAME 'RULING' [--yes]\n\n"
     "Makes a ruling, as a moderator does by mail; players hear of it. courtier mod GAME HELP\n"
     "lists the rulings, and so does courtier-moderator(7). PREVIEW before a ruling says what\n"
     "it would do and does nothing. Some examples:\n\n"
     "  'PAUSE'  'EXTEND 48h Bob'  'UNDO 2 KEEP ORDER'  'PLAY Bob \"PASS\"'\n"
     "  'MOVE T8 OF Bob TO discard'  'SET score OF 2 = 12'  'SEAT 2 REPLACE Eve <eve@x.org>'\n\n"
     "  --yes  do what cannot be undone or shows hidden things (KICK, END, CANCEL, PEEK, FORCE)\n",
     cmd_mod},
    {"post", "hand in one letter",
     "Usage: courtier post [--run] < LETTER\n\n"
     "Takes one letter from standard input as if it had been fetched: for pipes from a mail\n"
     "system and for trying things out. courtier run plays it.\n\n"
     "  --run  play and send at once\n",
     cmd_post},
    {"doctor", "look for what is wrong with a house",
     "Usage: courtier doctor [--json] [--test-letter]\n\n"
     "Looks at files, database, templates, clock, every inbox and the outbox: connects, verifies the\n"
     "certificate, logs in. Says ok, warning or error for each, and what to do. Exit 0: no error.\n\n"
     "  --json         as a list for programs\n"
     "  --test-letter  send a letter from the house to itself\n",
     cmd_doctor},
    {"render", "render a mustache template",
     "Usage: courtier render TEMPLATE DATA.json [--partials DIR] [--plain]\n\n"
     "Renders a mustache template with JSON data (- for standard input) to standard output.\n\n"
     "  --partials DIR  where {{>name}} finds name, name.mustache, name.txt or name.html\n"
     "                  (default: the folder of TEMPLATE)\n"
     "  --plain         do not escape HTML\n",
     cmd_render},
    {"demo", "watch a whole game played by mail",
     "Usage: courtier demo [--engine ENGINE] [--players N] [--variant V] [--lang LANG]\n"
     "                     [--secret HEX] [--keep DIR]\n\n"
     "Makes a house in a temporary directory (or DIR) and lets players who know nothing but\n"
     "their mail play a whole game (venture, or ENGINE): each reads the report in the outgoing\n"
     "Maildir and replies with orders through the incoming one.\n",
     cmd_demo},
    {"search", "find words in what was told",
     "Usage: courtier search [GAME] WORDS… [--as SEAT|moderator|public] [--lang LANG]\n"
     "                       [--most N] [--json]\n\n"
     "Finds the turns in which all WORDS were told, in one game or in all, newest first. While a\n"
     "game is played a reader finds what is in his sight; when it is over, everything. OIL-EF is\n"
     "OIL next to EF; oil* stands for any ending.\n\n"
     "  --as READER  whose eyes: a seat's number, a player's name, moderator, public (default)\n"
     "  --most N     at most so many lines of a game (default 50)\n",
     cmd_search},
    {"archive", "write games out: record, mailbox or web pages",
     "Usage: courtier archive [GAME] --format json|mbox|html --out DIR [--as SEAT] [--lang LANG]\n\n"
     "Writes GAME, or all games, into DIR, which is made when it is not there.\n\n"
     "  --format json  GAME.json: the record of a game that is over, for courtier verify\n"
     "  --format mbox  GAME.mbox: all letters both ways, for the host; with --as, a seat's own\n"
     "  --format html  pages to read without a server: start with DIR/index.html. Of a game\n"
     "                 being played they show what is public, of one that is over every hand;\n"
     "                 a private game only when it is named\n"
     "  --lang LANG    of the pages (default: of each game)\n",
     cmd_archive},
    {"verify", "check a game or a record",
     "Usage: courtier verify [GAME|FILE.json]\n\n"
     "Plays a game again from its secret and orders, and compares every draw, event and hash, the\n"
     "table after each turn, and the chain of each seat's reports; without an argument, all games\n"
     "of the house. FILE.json is a record from courtier archive; it needs no house. Exit 65: the\n"
     "first difference is named.\n",
     cmd_verify},
    {"backup", "copy the database while others work",
     "Usage: courtier backup FILE\n\n"
     "Copies the house's database to FILE, and looks through the copy before it gets that name.\n"
     "A run may go on meanwhile. To go back to it, put it in the place of courtier.db.\n",
     cmd_backup},
    {NULL, NULL, NULL, NULL},
};
