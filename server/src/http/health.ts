import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import { oldestUndone } from '../jobs/outbox.ts';
import { toProblemError } from './problem.ts';
import type { Api, Room } from './room.ts';

/** Receipts go out within minutes; one that has waited longer wants a person to look at the mail server. */
const mailBehindAfterSeconds = 15 * 60;

/**
 * `GET /api/health` (the process answers) and `/api/health/ready` (database and storage do too). The mail queue and the virus
 * scanner are told of, but do not decide: claims and documents are taken while these are away, and receipts and scans follow.
 */
export function addHealth(api: Api, room: Room): void {
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
    storage: part,
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
      const check = async (name: string, probe: Promise<unknown>) => {
        try {
          await probe;
          return 'ok' as const;
        } catch (error) {
          request.log.warn({ err: toProblemError(error).cause, part: name }, 'not ready');
          return 'unavailable' as const;
        }
      };
      const [database, storage, scanner] = await Promise.all([
        check(
          'database',
          oldestUndone(room.database).then((found) => (oldest = found)),
        ),
        check('storage', room.store.probe()),
        room.scans && check('scanner', room.scans.probe()),
      ]);
      const status = database === 'ok' && storage === 'ok' ? ('ok' as const) : ('unavailable' as const);
      const oldestSeconds = oldest ? Math.max(0, Math.round((room.now().getTime() - oldest.getTime()) / 1_000)) : 0;
      const mail = {
        status: oldestSeconds > mailBehindAfterSeconds ? ('behind' as const) : ('ok' as const),
        oldestSeconds,
      };
      return reply
        .code(status === 'ok' ? 200 : 503)
        .send({ status, database, storage, ...(scanner ? { scanner } : {}), ...(database === 'ok' ? { mail } : {}) });
    },
  );
}
