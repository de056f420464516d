import { type ClamdAddress, pingScanner } from '@redress/server/claims/documents/clamd';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

/** The tests' only signature finds this text. ClamAV marks its name as unofficial. */
export const virus = 'REDRESS-TEST-VIRUS-5c1f';
export const virusName = 'Redress.Test.UNOFFICIAL';

export interface RunningClamd {
  readonly address: ClamdAddress;
  stop(): Promise<void>;
}

/** Warns if no ClamAV daemon is installed, because no test shows real scans then. */
export function hasClamd(): boolean {
  try {
    execFileSync('clamd', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write('SKIPPED: scans by a real ClamAV daemon. Install clamav-daemon to see them.\n');
    return false;
  }
}

/** Starts a real daemon with one signature. It accepts two megabytes, and scans one of them. */
export async function startClamd(port: number): Promise<RunningClamd> {
  const folder = await mkdtemp(join(tmpdir(), 'redress-clamd-'));
  // A daemon that root starts may run as another user.
  await chmod(folder, 0o777);
  await mkdir(join(folder, 'signatures'));
  await writeFile(
    join(folder, 'signatures', 'redress.ndb'),
    `Redress.Test:0:*:${Buffer.from(virus).toString('hex')}\n`,
  );
  const settings = [
    'Foreground yes',
    `TCPSocket ${port}`,
    'TCPAddr 127.0.0.1',
    `DatabaseDirectory ${join(folder, 'signatures')}`,
    `TemporaryDirectory ${folder}`,
    'StreamMaxLength 2M',
    'MaxFileSize 1M',
    'AlertExceedsMax yes',
  ];
  await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`);
  const daemon = spawn('clamd', [`--config-file=${join(folder, 'clamd.conf')}`], { stdio: 'ignore' });
  const ended = once(daemon, 'exit');
  const address = { host: '127.0.0.1', port, maxBytes: 2 * 1024 ** 2 };
  const stop = async () => {
    daemon.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const until = performance.now() + 120_000;
  for (;;) {
    try {
      await pingScanner(address);
      return { address, stop };
    } catch (error) {
      if (daemon.exitCode !== null || performance.now() > until) {
        await stop();
        throw error;
      }
      await pause(100);
    }
  }
}
