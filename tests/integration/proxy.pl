#!/usr/bin/perl
# A bad line between Courtier and a mail server:
#     proxy.pl LISTEN SERVER ORDER
# passes bytes between port LISTEN and port SERVER of this machine. The file ORDER is read when
# somebody connects, and says what to do with that connection:
#     cut K      after K pieces, in either direction, both ends are closed
#     stall K    after K pieces nothing goes on any more, and nobody hangs up
#     slow N     N bytes at a time, with a pause behind each
# A cut or stall that has happened removes the file: the next connection is a good one.
use strict;
use warnings;
use IO::Select;
use IO::Socket::INET;
use Socket qw(IPPROTO_TCP TCP_NODELAY);

my ($listen, $server, $order) = @ARGV;
my $door = IO::Socket::INET->new(LocalAddr => '127.0.0.1', LocalPort => $listen, Listen => 16, ReuseAddr => 1)
    or die "port $listen: $!\n";
$SIG{CHLD} = 'IGNORE';
$SIG{PIPE} = 'IGNORE';

sub pass {
    my ($client) = @_;
    my $far = IO::Socket::INET->new(PeerAddr => '127.0.0.1', PeerPort => $server) or return;
    my ($what, $k) = ('', 0);
    if (open my $in, '<', $order) { ($what, $k) = split ' ', <$in> // '' }
    $_->setsockopt(IPPROTO_TCP, TCP_NODELAY, 1) for $client, $far;
    my $select = IO::Select->new($client, $far);
    my $pieces = 0;
    for (;;) {
        for my $from ($select->can_read) {
            my $to = $from == $client ? $far : $client;
            sysread $from, my $bytes, ($what // '') eq 'slow' ? $k : 16384 or return;
            if (($what // '') =~ /^(?:cut|stall)$/ && $pieces++ >= $k) {
                unlink $order;
                # What was read is dropped with the connection, or kept from going on.
                return if $what eq 'cut';
                1 while sysread $client, $bytes, 16384;
                return;
            }
            while (length $bytes) {
                my $n = syswrite $to, $bytes or return;
                substr $bytes, 0, $n, '';
            }
            select undef, undef, undef, 0.002 if ($what // '') eq 'slow';
        }
    }
}

while (1) {
    my $client = $door->accept or next;
    my $pid = fork // die "fork: $!\n";
    if (!$pid) { close $door; pass($client); exit 0 }
    close $client;
}
