import { Type } from 'typebox';
import { problemResponses } from '../http/problem.ts';
import type { Api, PluginOptions } from '../context.ts';
import { ReadySchema } from './readiness.ts';

const ReadinessSchema = Type.Object({
  ...ReadySchema.properties,
  status: Type.Union([Type.Literal('ok'), Type.Literal('unavailable'), Type.Literal('draining')], {
    description: '`draining`: the server was told to stop. It still takes requests, but a proxy should send no more',
  }),
});

/** `GET /api/health`: the process answers. `GET /api/health/ready`: it can do its work. */
export async function healthRoutes(api: Api, { context }: PluginOptions): Promise<void> {
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
        response: { 200: ReadinessSchema, 503: ReadinessSchema, ...problemResponses(500) },
      },
    },
    async (_request, reply) => {
      const checked = await context.readiness();
      const readiness = context.draining?.aborted ? { ...checked, status: 'draining' as const } : checked;
      return reply.code(readiness.status === 'ok' ? 200 : 503).send(readiness);
    },
  );
}
