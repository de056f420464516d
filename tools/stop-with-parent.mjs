// Programs of launch.mjs stop when it is gone because it was killed or the terminal closed.
import process from 'node:process';

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
