// Stops the programs that launch.mjs starts when it is gone (killed, terminal closed).
import process from 'node:process';

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
