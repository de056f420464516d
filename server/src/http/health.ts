import { sql } from 'kysely';
import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import { toProblemError } from './problem.ts';
import type { Api, Room } from './room.ts';

/** `GET /api/health` (the process answers) and `/api/health/ready` (database and storage do too). */
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
  const ReadySchema = Type.Object({ status: part, database: part, storage: part });
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
      const check = async (name: string, probe: Promise<unknown>) => {
        try {
          await probe;
          return 'ok' as const;
        } catch (error) {
          request.log.warn({ err: toProblemError(error).cause, part: name }, 'not ready');
          return 'unavailable' as const;
        }
      };
      const [database, storage] = await Promise.all([
        check('database', sql`select 1`.execute(room.database)),
        check('storage', room.store.probe()),
      ]);
      const status = database === 'ok' && storage === 'ok' ? ('ok' as const) : ('unavailable' as const);
      return reply.code(status === 'ok' ? 200 : 503).send({ status, database, storage });
    },
  );
}
