import { sql } from 'kysely';
import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import { countDeadJobs } from '../jobs/list-jobs.ts';
import { findOldestPending } from '../jobs/outbox.ts';
import { toProblemError } from '../http/problem.ts';
import type { Api, PluginOptions } from '../context.ts';
import type { Database } from '../database/pool.ts';

/** Receipts normally go out within minutes. */
const mailBehindAfterSeconds = 15 * 60;

/** Milliseconds. Requests within this time share one probe. */
const probeInterval = 1_000;

/**
 * `GET /api/health`: the process answers. `GET /api/health/ready`: database and storage accept
 * writes. Mail queue, dead jobs and virus scanner are reported but do not decide, because claims
 * and uploads work without them.
 */
export async function healthRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  const { store, uploadFolder, scans } = context;
  const probes = {
    database: throttleProbe(() => probeDatabase(context.database)),
    storage: throttleProbe(() => store.probe()),
    uploads: throttleProbe(() => uploadFolder.probe()),
    scanner: scans && throttleProbe(() => scans.probe()),
  };
  api.get(
    '/health',
    {
      schema: {
        summary: 'Liveness',
        tags: ['operation'],
        response: { 200: Type.Object({ status: Type.Literal('ok') }) },
      },
    },
    () => ({ status: 'ok' as const }),
  );
  const part = Type.Union([Type.Literal('ok'), Type.Literal('unavailable')]);
  const ReadySchema = Type.Object({
    status: part,
    database: part,
    storage: { ...part, description: 'The folder of documents' },
    uploads: { ...part, description: 'The folder of unfinished uploads' },
    scanner: Type.Optional({
      ...part,
      description: 'Where one is configured. Documents are kept and wait while it is away',
    }),
    mail: Type.Optional(
      Type.Object({
        status: Type.Union([Type.Literal('ok'), Type.Literal('behind')]),
        oldestSeconds: Type.Integer({ description: 'How long the oldest receipt has waited; 0 when none waits' }),
      }),
    ),
    deadJobs: Type.Optional(
      Type.Integer({ description: 'Background jobs that failed too often and wait for an operator: `npm run jobs`' }),
    ),
  });
  api.get(
    '/health/ready',
    {
      schema: {
        summary: 'Readiness',
        tags: ['operation'],
        response: { 200: ReadySchema, 503: ReadySchema, 500: ProblemSchema },
      },
    },
    async (request, reply) => {
      let oldest: Date | undefined;
      let deadJobs = 0;
      const check = async (name: string, probe: Promise<unknown>) => {
        try {
          await probe;
          return 'ok' as const;
        } catch (error) {
          request.log.warn({ err: toProblemError(error).cause, part: name }, 'not ready');
          return 'unavailable' as const;
        }
      };
      const askDatabase = async () => {
        await probes.database();
        oldest = await findOldestPending(context.database);
        deadJobs = await countDeadJobs(context.database, ['receipt', 'upload', ...(scans ? (['scan'] as const) : [])]);
      };
      const [database, storage, uploads, scanner] = await Promise.all([
        check('database', askDatabase()),
        check('storage', probes.storage()),
        check('uploads', probes.uploads()),
        probes.scanner && check('scanner', probes.scanner()),
      ]);
      const isReady = database === 'ok' && storage === 'ok' && uploads === 'ok';
      const oldestSeconds = oldest ? Math.max(0, Math.round((context.now().getTime() - oldest.getTime()) / 1_000)) : 0;
      const mail = {
        status: oldestSeconds > mailBehindAfterSeconds ? ('behind' as const) : ('ok' as const),
        oldestSeconds,
      };
      return reply.code(isReady ? 200 : 503).send({
        status: isReady ? 'ok' : 'unavailable',
        database,
        storage,
        uploads,
        ...(scanner ? { scanner } : {}),
        ...(database === 'ok' ? { mail, deadJobs } : {}),
      });
    },
  );
}

/** Returns the running or latest probe until `probeInterval` after its end. */
function throttleProbe(probe: () => Promise<void>): () => Promise<void> {
  let latest: Promise<void> | undefined;
  return () => {
    if (latest) return latest;
    latest = probe();
    const forget = () => setTimeout(() => (latest = undefined), probeInterval).unref();
    latest.then(forget, forget);
    return latest;
  };
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
    // Exceeds `work_mem`.
    await sql`select count(*) from generate_series(1, 20000)`.execute(transaction);
    await sql`
      insert into readiness_probe (id, probed_at) values (1, clock_timestamp())
      on conflict (id) do update set probed_at = excluded.probed_at`.execute(transaction);
  });
}
