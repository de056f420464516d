import { settlement } from '@redress/content/settlement';
import cluster from 'node:cluster';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { demonstrationLogin } from './class-members/read-members.ts';
import { importMembers } from './class-members/import-members.ts';
import { startProcesses, serveForPrimary } from './server-processes.ts';
import { readConfig } from './config.ts';
import { bootstrap, type Infrastructure } from './bootstrap.ts';
import { createLog } from './logging/log.ts';
import { startErrorOf } from './errors/start-error.ts';
import { requireFreePort } from './http/listen.ts';
import { requireBuiltSite, startServer } from './start-server.ts';
import { makeWritableFolder } from './storage/disk.ts';

const demonstrationMembers = fileURLToPath(new URL('../../../content/demo/class-members.csv', import.meta.url));

/** Starts the server, and stops everything again on a signal or an error. */
async function start(): Promise<void> {
  const config = readConfig(process.env, process.cwd());
  // At a terminal, requests would hide the start message.
  const log = createLog(process.stdout.isTTY ? 'warn' : 'info');
  const started = new AsyncDisposableStack();
  const stopBySignal = () => {
    if (started.disposed) return;
    print('Stopping …');
    started.disposeAsync().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, stopBySignal);

  try {
    requireBuiltSite();
    // Checked before anything is written.
    await requireFreePort(config);
    if (config.documentsFolder !== undefined) await makeWritableFolder(config.documentsFolder);
    const infrastructure = await bootstrap(config, print);
    started.defer(infrastructure.close);
    await prepareDemonstration(infrastructure);
    started.defer(
      config.processes === 1
        ? await startServer(config, infrastructure, log)
        : await startProcesses(config.processes, log),
    );
    print(await describeStart(config.publicUrl, infrastructure, config.processes));
  } catch (error) {
    // The stop during the start caused this error, and ends the process by itself.
    if (started.disposed) return;
    await started.disposeAsync();
    throw error;
  }
}

async function prepareDemonstration(infrastructure: Infrastructure): Promise<void> {
  if (!infrastructure.embedded) return;
  const { imported } = await importMembers({
    connectionString: infrastructure.connectionString,
    keys: infrastructure.keys,
    cases: new Set(settlement.claimForms.map((form) => form.caseId)),
    csv: createReadStream(demonstrationMembers),
    onlyIntoEmpty: true,
  });
  if (imported > 0) print(`${imported} invented class members were added for the demonstration.`);
}

async function describeStart(publicUrl: URL, infrastructure: Infrastructure, processes: number): Promise<string> {
  const lines = [`${settlement.site.name} is ready: ${publicUrl.origin}`];
  if (infrastructure.embedded) {
    const login = demonstrationLogin(await readFile(demonstrationMembers, 'utf8'));
    if (login) lines.push(`  To file as a demonstration: Notice ID ${login.noticeId}, Unique ID ${login.uniqueId}`);
  }
  if (processes > 1) lines.push(`  ${processes} processes serve`);
  const moved =
    infrastructure.movedFrom === undefined ? '' : ` (the database cannot reach ${infrastructure.movedFrom})`;
  lines.push(`  Data folder: ${infrastructure.dataFolder}${moved}`, '  Stop it with Ctrl-C.');
  return `\n${lines.join('\n')}\n`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

try {
  await (cluster.isPrimary ? start() : serveForPrimary(readConfig(process.env, process.cwd())));
} catch (error) {
  const startError = startErrorOf(error);
  if (!startError) throw error;
  process.stderr.write(`\n${startError.message}\n\n`);
  process.exit(1);
}
