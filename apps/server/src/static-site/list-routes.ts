import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { ProblemSchema } from '@redress/contract/problem';
import type { Api, PluginOptions } from '../context.ts';

/** `GET /assets/<list>.json`: the reference lists, as forms of other makers load them. */
export async function listRoutes(app: Api, { context }: PluginOptions): Promise<void> {
  for (const [name, list] of Object.entries(context.settlement.lists)) {
    const body = JSON.stringify(list);
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
    app.get(
      `/assets/${name}`,
      {
        schema: {
          summary: `The list ${name}`,
          tags: ['lists'],
          response: {
            200: Type.Array(Type.Object({ Name: Type.String() })),
            304: Type.Null({ description: 'Not changed' }),
            '4xx': ProblemSchema,
          },
        },
      },
      async (request, reply) => {
        void reply.header('cache-control', 'no-cache').header('etag', etag);
        if (request.headers['if-none-match'] === etag) return reply.code(304).send(null);
        return [...list];
      },
    );
  }
}
