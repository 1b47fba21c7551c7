#!/usr/bin/perl
# Looks at one letter of Courtier as a strict receiver does, and says what is in it:
#     letter.pl FILE field NAME     the value of a header field
#     letter.pl FILE orders         the orders it suggests, one a line
#     letter.pl FILE text           its text part
#     letter.pl FILE check          what a strict receiver would dislike, a line each
use strict;
use warnings;
use MIME::Base64;
use MIME::QuotedPrint;

my ($file, $what, $name) = @ARGV;
open my $in, '<:raw', $file or die "$file: $!\n";
my $bytes = do { local $/; <$in> };
$bytes =~ s/\r\n/\n/g;

sub split_part {
    my ($head, $body) = split /\n\n/, $_[0], 2;
    $head =~ s/\n[ \t]+/ /g;
    my %field;
    for (split /\n/, $head) { $field{lc $1} //= $2 if /^([^:\s]+):\s*(.*)$/ }
    return (\%field, $body // '');
}

sub text_of {    # the first text/plain part, decoded
    my ($field, $body) = split_part($_[0]);
    my $type = $field->{'content-type'} // 'text/plain';
    if ($type =~ m{^multipart/.*boundary="?([^";]+)"?}i) {
        my $mark = quotemeta $1;
        my @parts = split /^--$mark(?:--)?[ \t]*\n/m, $body;
        for (@parts[1 .. $#parts]) { my $t = text_of($_); return $t if defined $t }
        return undef;
    }
    return undef unless $type =~ m{^text/plain}i;
    my $how = lc($field->{'content-transfer-encoding'} // '7bit');
    return $how eq 'base64' ? decode_base64($body) : $how eq 'quoted-printable' ? decode_qp($body) : $body;
}

my ($field, $body) = split_part($bytes);
my $text = text_of($bytes) // '';
$text =~ s/\r\n/\n/g;
if ($what eq 'field') { print $field->{lc $name} // '', "\n" }
elsif ($what eq 'text') { print $text }
elsif ($what eq 'orders') { print "$1\n" while $text =~ /^\s*\xe2\x86\x92 (.*)$/mg }
elsif ($what eq 'check') {
    print "bytes beyond ASCII\n" if $bytes =~ /[\x80-\xff]/;
    print "a bare CR\n" if $bytes =~ /\r/;
    for (split /\n/, $bytes) { if (length > 998) { print "a line of " . length($_) . " bytes\n"; last } }
    for (qw(date message-id mime-version from to reply-to subject list-id list-unsubscribe auto-submitted content-type)) {
        print "no $_\n" unless defined $field->{$_};
    }
    print "the text is not flowed\n" unless $bytes =~ m{text/plain;[^\n]*(?:\n[ \t][^\n]*)*format="?flowed}i;
}
else { die "unknown: $what\n" }
