// Loaded into the programs that launch.mjs starts: they stop as by a signal when it is gone
// (killed, terminal closed).
import process from 'node:process';

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
