# count-cpu.pl PRCTL FILE COMMAND…: runs COMMAND and writes to FILE the CPU-seconds of it and of all its descendants. Linux gives a
# "subreaper" the processes whose own parent has ended, so a server that was detached or a browser that was killed counts as well.
use strict;
use warnings;

use constant PR_SET_CHILD_SUBREAPER => 36;
use constant WNOHANG => 1;
my ($prctl, $file, @command) = @ARGV;
syscall($prctl, PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) == 0 or die "prctl: $!";

my $runner = fork // die "fork: $!";
exec { $command[0] } @command or exit 127 unless $runner;
$SIG{TERM} = sub { kill TERM => $runner; alarm 10 };
$SIG{ALRM} = sub { kill KILL => $runner };

my $status = 0;
while (my $ended = wait) {
    next if $ended == -1 && $!{EINTR};
    $status = $?;
    last if $ended == -1 || $ended == $runner;
}
1 while waitpid(-1, WNOHANG) > 0;

my (undef, undef, $user, $system) = times;
open my $out, '>', $file or die "$file: $!";
print $out $user + $system;
close $out;
exit($status & 127 ? 128 + ($status & 127) : $status >> 8);
