import { sql } from 'kysely';
import { type Static, Type } from 'typebox';
import { countDeadJobs, findOldestEmail } from '../jobs/list-jobs.ts';
import { toProblemError } from '../http/problem.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../database/pool.ts';
import type { UploadFolder } from '../storage/upload-folder.ts';
import type { UploadStore } from '../storage/upload-store.ts';

/** Emails normally go out within minutes, so a longer wait is reported. */
const mailBehindAfterSeconds = 15 * 60;

/** Kinds of jobs that become dead letters, besides scans. Others record that they failed. */
const mortalJobs = ['receipt', 'letter', 'letter-batch', 'upload'] as const;

/** Milliseconds. Requests within this time share one check. */
const checkInterval = 1_000;

const part = Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]);
export const ReadySchema = Type.Object({
  status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable'), Type.Literal('draining')], {
    description: '`draining`: the server is about to stop. It still takes requests, but a proxy should send no more',
  }),
  database: part,
  storage: { ...part, description: 'The folder of documents' },
  uploads: { ...part, description: 'The folder of unfinished uploads' },
  scanner: Type.Optional({
    ...part,
    description: 'Present if a scanner is configured. While it is unavailable, documents are kept and wait',
  }),
  mail: Type.Optional(
    Type.Object({
      status: Type.Union([Type.Literal('ok'), Type.Literal('behind')]),
      oldestSeconds: Type.Integer({
        description: 'How long the oldest receipt or emailed letter has waited; 0 when none waits',
      }),
    }),
  ),
  deadJobs: Type.Optional(
    Type.Integer({ description: 'Background jobs that failed too often and wait for an operator: `npm run jobs`' }),
  ),
});

export type Readiness = Static<typeof ReadySchema>;

interface ReadinessContext {
  readonly database: Database;
  readonly store: Pick<UploadStore, 'probe'>;
  readonly uploadFolder: Pick<UploadFolder, 'probe'>;
  readonly scans?: { readonly probe: () => Promise<void> };
  readonly log: FastifyBaseLogger;
  readonly now: () => Date;
  readonly draining?: AbortSignal;
}

/** Returns whether this process can work. The health check and the metrics share the answer. */
export function createReadiness(context: ReadinessContext): () => Promise<Readiness> {
  let latest: Promise<Readiness> | undefined;
  return async () => {
    latest ??= checkReadiness(context).finally(() => setTimeout(() => (latest = undefined), checkInterval).unref());
    const checked = await latest;
    return context.draining?.aborted ? { ...checked, status: 'draining' } : checked;
  };
}

/**
 * The process is ready when database and storage accept writes. Mail queue, dead jobs and virus
 * scanner are only reported, because claims and uploads work without them.
 */
async function checkReadiness(context: ReadinessContext): Promise<Readiness> {
  const { store, uploadFolder, scans } = context;
  let jobs: Pick<Readiness, 'mail' | 'deadJobs'> = {};
  const checkDatabase = async () => {
    await probeDatabase(context.database);
    const oldest = await findOldestEmail(context.database);
    const deadJobs = await countDeadJobs(context.database, [...mortalJobs, ...(scans ? ['scan' as const] : [])]);
    const oldestSeconds = oldest ? Math.max(0, Math.round((context.now().getTime() - oldest.getTime()) / 1_000)) : 0;
    jobs = { mail: { status: oldestSeconds > mailBehindAfterSeconds ? 'behind' : 'ok', oldestSeconds }, deadJobs };
  };
  const check = (name: string, probe: Promise<void>) =>
    probe.then(
      () => 'ok' as const,
      (error: unknown) => {
        context.log.warn({ err: toProblemError(error).cause, part: name }, 'not ready');
        return 'unavailable' as const;
      },
    );
  const [database, storage, uploads, scanner] = await Promise.all([
    check('database', checkDatabase()),
    check('storage', store.probe()),
    check('uploads', uploadFolder.probe()),
    scans && check('scanner', scans.probe()),
  ]);
  const isReady = database === 'ok' && storage === 'ok' && uploads === 'ok';
  const status = isReady ? ('ok' as const) : ('unavailable' as const);
  return { status, database, storage, uploads, ...(scanner && { scanner }), ...jobs };
}

/**
 * Rejects if a claim could not be written now. On a full disk, updates of existing rows still work.
 * So this allocates disk space with a temporary file of about 500 kB, which PostgreSQL removes at
 * once, on the tables' disk, and commits an update.
 */
async function probeDatabase(database: Database): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`
      select set_config('work_mem', '64kB', true), set_config('temp_tablespaces', '', true),
        set_config('synchronous_commit', 'on', true)`.execute(transaction);
    // The result exceeds `work_mem`.
    await sql`select count(*) from generate_series(1, 20000)`.execute(transaction);
    await sql`
      insert into readiness_probe (id, probed_at) values (1, clock_timestamp())
      on conflict (id) do update set probed_at = excluded.probed_at`.execute(transaction);
  });
}
