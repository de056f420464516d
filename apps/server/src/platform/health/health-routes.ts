import { Type } from 'typebox';
import { problemResponses } from '../http/problem.ts';
import type { PlatformContext } from '../context.ts';
import type { Api, PluginOptions } from '../http/plugin.ts';
import { ReadySchema } from './readiness.ts';

/** `GET /api/health`: the process answers. `GET /api/health/ready`: it can do its work. */
export async function healthRoutes(api: Api, { context }: PluginOptions<PlatformContext>): Promise<void> {
  api.get(
    '/health',
    {
      schema: {
        summary: 'Liveness',
        tags: ['operation'],
        response: { 200: Type.Object({ status: Type.Literal('ok') }), ...problemResponses() },
      },
    },
    () => ({ status: 'ok' as const }),
  );
  api.get(
    '/health/ready',
    {
      schema: {
        summary: 'Readiness',
        tags: ['operation'],
        response: { 200: ReadySchema, 503: ReadySchema, ...problemResponses(500) },
      },
    },
    async (_request, reply) => {
      const readiness = await context.readiness();
      return reply.code(readiness.status === 'ok' ? 200 : 503).send(readiness);
    },
  );
}
