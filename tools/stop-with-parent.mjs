// Programs of launch.mjs stop when launch.mjs was killed or the terminal closed.
import process from 'node:process';

process.on('disconnect', () => {
  process.kill(process.pid, 'SIGTERM');
});
process.channel?.unref();
