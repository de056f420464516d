import { contentFolder } from '@redress/content/folders';
import { databaseFolderName } from '@redress/server/platform/start/data-folder';
import { spawn } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '../../tools/server-options.mjs';
import { findPersonalData } from '../personal-data/find-personal-data.ts';
import { readPersonalValues } from '../personal-data/read-personal-values.ts';
import { readPublicTexts } from '../personal-data/read-public-texts.ts';
import { untilReady } from '../setup/server-process.ts';
import { startTemporaryPostgres, stopSyncing, type TemporaryPostgres } from '../setup/temporary-postgres.ts';
import { address, port } from './settings.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const recorder = new URL('../personal-data/record-exchanges.ts', import.meta.url).href;
/** A killed run cannot stop its server. */
const stopWithParent = new URL('../../tools/stop-with-parent.mjs', import.meta.url).href;
const easyCaptcha = new URL('easy-captcha.ts', import.meta.url).href;
const secret = 'end-to-end tests only '.repeat(3).trim();

/**
 * Starts a real PostgreSQL, imports the settlement's invented class members with the operator's
 * command, and starts the real server on them. Limits are off, because all tests come from one
 * address, and the captcha is easy. The end of the run searches everything the server logged,
 * received in URLs and reported in errors, and fails if it finds personal data. If the server ends
 * early, so does the run, because every test would fail for the same reason.
 */
export default async function startServer(): Promise<() => Promise<void>> {
  const database = await startTemporaryPostgres(path.join(tmpdir(), `redress-e2e-${process.pid}`));
  try {
    return await startServerOn(database);
  } catch (error) {
    await database.remove();
    throw error;
  }
}

async function startServerOn(database: TemporaryPostgres): Promise<() => Promise<void>> {
  await stopSyncing(database.address);
  const environment = {
    ...process.env,
    ...compileCache,
    NODE_ENV: 'test',
    PORT: String(port),
    DATA_DIR: path.join(database.folder, 'data'),
    DATABASE_URL: database.address,
    SECRET_KEY: secret,
    RATE_LIMITS: 'off',
    E2E_EXCHANGES: path.join(database.folder, 'exchanges.jsonl'),
  };
  const traces = {
    serverLog: path.join(database.folder, 'server.log'),
    databaseLog: path.join(database.folder, databaseFolderName, 'postgres.log'),
    exchanges: environment.E2E_EXCHANGES,
    connectionString: database.address,
  };
  const log = createWriteStream(traces.serverLog);
  const run = (file: string, ...args: string[]) => {
    const program = spawn(
      process.execPath,
      [
        ...[stopWithParent, recorder, easyCaptcha].map((module) => `--import=${module}`),
        path.join(root, file),
        ...args,
      ],
      { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
    );
    program.stdout?.pipe(log, { end: false });
    program.stderr?.pipe(log, { end: false });
    program.stderr?.pipe(process.stderr, { end: false });
    return program;
  };

  const classMembers = path.join(contentFolder, 'demo/class-members.csv');
  // A settlement without login has none.
  if (existsSync(classMembers)) {
    const members = run('apps/server/src/operations/commands/members-import.ts', classMembers);
    const imported = await new Promise((resolve) => members.on('exit', resolve));
    if (imported !== 0) throw new Error('The class members could not be imported');
  }

  process.env['E2E_DATABASE_URL'] = database.address;
  process.env['E2E_SECRET_KEY'] = secret;
  const takenMembers = path.join(database.folder, 'taken-members');
  mkdirSync(takenMembers);
  process.env['E2E_TAKEN_MEMBERS'] = takenMembers;
  process.env['E2E_MAIL_FOLDER'] = path.join(environment.DATA_DIR, 'mail');
  const server = run('apps/server/src/main.ts');
  await untilReady({ child: server }, address);
  const stopRun = (code: number | null, signal: string | null) => {
    console.error(`The server ended with ${code ?? signal}, so the run stops. Its log:\n${readEnd(traces.serverLog)}`);
    process.kill(process.pid, 'SIGINT');
  };
  server.once('exit', stopRun);
  // Ensures that every run has an error message to search for.
  await fetch(`${address}/api/nothing-is-here`);
  return async () => {
    server.off('exit', stopRun);
    server.kill('SIGTERM');
    if (server.exitCode === null && server.signalCode === null)
      await new Promise((resolve) => server.on('close', resolve));
    await new Promise<void>((resolve) => log.end(resolve));
    try {
      await requireNothingPersonal();
    } finally {
      await database.remove();
    }
  };

  async function requireNothingPersonal(): Promise<void> {
    const values = await readPersonalValues(database.address, secret);
    const found = findPersonalData(values, await readPublicTexts(traces));
    if (found.length > 0) throw new Error(`Personal data was found where none may be:\n${found.join('\n')}`);
  }
}

const readEnd = (file: string): string => readFileSync(file, 'utf8').slice(-2_000);
