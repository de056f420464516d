import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { startTemporaryDatabase } from '../temporary-database.ts';
import { address, port } from './address.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Starts a real PostgreSQL, imports the demonstration's class members with the command that an operator uses, and starts the real
 * server on them. Limits are off: all tests come from one address.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const database = await startTemporaryDatabase(path.join(tmpdir(), `redress-e2e-${process.pid}`));
  const environment = {
    ...process.env,
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: path.join(database.folder, 'data'),
    DATABASE_URL: database.address,
    SECRET_KEY: 'end-to-end tests only '.repeat(3),
    RATE_LIMITS: 'off',
  };
  const run = (file: string, ...args: string[]) =>
    spawn(process.execPath, [path.join(root, file), ...args], {
      cwd: root,
      env: environment,
      stdio: ['ignore', 'ignore', 'inherit'],
    });

  const members = run('server/src/cli/members-import.ts', path.join(root, 'content/demo/class-members.csv'));
  const imported = await new Promise((resolve) => members.on('exit', resolve));
  if (imported !== 0) throw new Error('The class members could not be imported');

  process.env['E2E_DATABASE_URL'] = database.address;
  const takenMembers = path.join(database.folder, 'taken-members');
  mkdirSync(takenMembers);
  process.env['E2E_TAKEN_MEMBERS'] = takenMembers;
  process.env['E2E_MAIL_FOLDER'] = path.join(environment.DATA_DIR, 'mail');
  const server = run('server/src/main.ts');
  await untilReady(server);
  return async () => {
    server.kill('SIGTERM');
    await new Promise((resolve) => server.on('exit', resolve));
    await database.remove();
  };
}

async function untilReady(server: ReturnType<typeof spawn>): Promise<void> {
  for (let tries = 0; tries < 150; tries += 1) {
    if (server.exitCode !== null) throw new Error('The server ended before it was ready');
    const ready = await fetch(`${address}/api/health/ready`).catch(() => undefined);
    if (ready?.ok) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error('The server did not become ready');
}
