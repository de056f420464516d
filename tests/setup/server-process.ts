import type { ChildProcess } from 'node:child_process';
import { spawn } from 'node:child_process';
import { join } from 'node:path';

const main = join(import.meta.dirname, '../../apps/server/src/main.ts');

export interface MainProcess {
  readonly child: ChildProcess;
  readonly said: { out: string; err: string };
  /** Its exit code, when all that it said is there; null when a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** Starts processes of `apps/server/src/main.ts`, each with its environment, and ends what is left of them. */
export function mainProcesses(): {
  start(environment: Readonly<Record<string, string>>): MainProcess;
  endAll(): Promise<void>;
} {
  const running: MainProcess[] = [];
  return {
    start(environment) {
      const child = spawn(process.execPath, [main], { env: { PATH: process.env['PATH'], ...environment } });
      const said = { out: '', err: '' };
      child.stdout.on('data', (text: Buffer) => (said.out += text.toString()));
      child.stderr.on('data', (text: Buffer) => (said.err += text.toString()));
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
      running.push({ child, said, ended });
      return { child, said, ended };
    },
    async endAll() {
      for (const { child, ended } of running.splice(0)) {
        child.kill('SIGKILL');
        await ended;
      }
    },
  };
}
