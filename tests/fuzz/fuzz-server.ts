import { fork } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';

const program = join(import.meta.dirname, 'server-process.ts');
/** The folders that the server creates in a run. */
const ownFolders = /^(?:documents|redress-api-uploads-\w+|redress-site-\w+|redress-api-\w+|server\.log)$/;
/** The path of a document in the store and of an unfinished upload, which consist of IDs only. */
const ownName =
  /^(?:documents(?:\/[\w-]+)*\/[\da-f-]{36}|redress-api-uploads-\w+\/[\da-f-]{36}|redress-site-\w+\/.*|server\.log)$/;

export interface FuzzServer {
  readonly port: number;
  /** The exit code once it has ended. */
  ended(): number | 'killed' | undefined;
  /** How long its own work blocked the event loop at most, in milliseconds of CPU time. */
  maxBlock(): Promise<number>;
  readLog(): Promise<string>;
  /** Files outside the server's folders for documents, by paths below its folder. */
  listStrayFiles(): Promise<string[]>;
  stop(): Promise<void>;
}

/** Starts the server in a separate process and folder; `stop` removes both. */
export async function startFuzzServer(options: {
  readonly databaseUrl: string;
  readonly builtSite: boolean;
  readonly injectFaults: boolean;
}): Promise<FuzzServer> {
  const folder = await mkdtemp(join(tmpdir(), 'redress-fuzz-'));
  const work = join(folder, 'work');
  const home = join(folder, 'home');
  for (const each of [work, home]) await mkdir(each);
  const logFile = openSync(join(folder, 'server.log'), 'a');
  const flags = [...(options.builtSite ? ['--built-site'] : []), ...(options.injectFaults ? ['--inject-faults'] : [])];
  const child = fork(program, ['--database', options.databaseUrl, '--documents', join(home, 'documents'), ...flags], {
    cwd: work,
    env: { PATH: process.env['PATH'], TMPDIR: home, NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', logFile, logFile, 'ipc'],
    execArgv: [],
  });
  closeSync(logFile);
  let ended: number | 'killed' | undefined;
  const hasEnded = new Promise<undefined>((resolve) =>
    child.once('exit', (code) => {
      ended = code ?? 'killed';
      resolve(undefined);
    }),
  );
  const address = await Promise.race([
    new Promise<string>((resolve) =>
      child.once('message', (message) => resolve(typeof message === 'string' ? message : '')),
    ),
    hasEnded,
  ]);
  if (address === undefined) {
    const log = await readFile(join(folder, 'server.log'), 'utf8');
    await rm(folder, { recursive: true, force: true });
    throw new Error(`The server ended before it was ready: ${log.slice(-1_500)}`);
  }
  return {
    port: Number(new URL(address).port),
    ended: () => ended,
    maxBlock: () =>
      new Promise((resolve) => {
        child.once('message', (message) => resolve(Number(message)));
        child.send('max block');
      }),
    readLog: () => readFile(join(folder, 'server.log'), 'utf8'),
    async listStrayFiles() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
      return files.filter(
        (file) =>
          file !== 'server.log' &&
          !(
            file.startsWith('home/') &&
            ownName.test(file.slice('home/'.length)) &&
            ownFolders.test(file.split('/')[1] ?? '')
          ),
      );
    },
    async stop() {
      if (ended === undefined) child.kill('SIGTERM');
      await hasEnded;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
