import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative, sep } from 'node:path';
import { forkServer } from '../setup/server-process.ts';

const program = join(import.meta.dirname, 'server-process.ts');
/** The server owns the log, the website, and documents and unfinished uploads, named by IDs. */
const ownFile =
  /^(?:server\.log|home\/(?:documents(?:\/[\w-]+)*\/[\da-f-]{36}|redress-api-uploads-\w+\/[\da-f-]{36}|redress-site-\w+\/.*))$/;

export interface FuzzServer {
  readonly port: number;
  /** Returns the exit code or signal once it has ended. */
  ended(): number | NodeJS.Signals | undefined;
  /** The longest time that its own work blocked the event loop, in milliseconds of CPU time. */
  maxBlock(): Promise<number>;
  readLog(): Promise<string>;
  /** Lists files outside the server's folders for documents, by paths below its folder. */
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
  const logFile = join(folder, 'server.log');
  const flags = [...(options.builtSite ? ['--built-site'] : []), ...(options.injectFaults ? ['--inject-faults'] : [])];
  const args = ['--database', options.databaseUrl, '--documents', join(home, 'documents'), ...flags];
  const { child, address, ended } = await forkServer(program, args, {
    logFile,
    cwd: work,
    env: { PATH: process.env['PATH'], TMPDIR: home, NODE_NO_WARNINGS: '1' },
  }).catch(async (error: unknown) => {
    await rm(folder, { recursive: true, force: true });
    throw error;
  });
  let exit: number | NodeJS.Signals | undefined;
  void ended.then((how) => (exit = how));
  return {
    port: Number(new URL(address).port),
    ended: () => exit,
    maxBlock: () => {
      const answer = new Promise<number>((resolve) => {
        child.once('message', (message) => resolve(Number(message)));
        // The server may have ended just now, which `ended` tells a moment later.
        child.send('max block', () => {});
      });
      return Promise.race([answer, ended.then(() => 0)]);
    },
    readLog: () => readFile(logFile, 'utf8'),
    async listStrayFiles() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'));
      return files.filter((file) => !ownFile.test(file));
    },
    async stop() {
      if (exit === undefined) child.kill('SIGTERM');
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
