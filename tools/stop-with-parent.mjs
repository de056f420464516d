// Loaded into the programs that launch.mjs starts: when it is gone (killed, terminal closed), they
// stop as if by a signal.
import process from 'node:process';

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
