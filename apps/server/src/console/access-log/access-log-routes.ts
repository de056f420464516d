import { AccessLogQuerySchema, AccessLogSchema } from '@redress/contract/console/access-log';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readBody } from '../../platform/http/json-body.ts';
import { problemResponses } from '../../platform/http/problem.ts';
import { findReferences } from './access-log-hash.ts';
import { readAccessLog } from './read-access-log.ts';
import { recordRead } from './record-read.ts';

/** `POST /api/console/access-log/search`: who of the staff saw what. Reading it is logged too. */
export async function accessLogRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  api.post(
    '/access-log/search',
    {
      config: { access: 'access-log', reads: 'list' },
      schema: {
        summary: 'Who saw which personal data, newest first',
        tags: ['console'],
        body: AccessLogQuerySchema,
        response: { 200: AccessLogSchema, ...problemResponses(400, 401, 403, 500, 503) },
      },
    },
    async (request) => {
      const query = readBody(AccessLogQuerySchema, request);
      const { q } = query;
      const log = await readAccessLog(context, query);
      const isReference = q !== undefined && findReferences(q, context) !== undefined;
      await recordRead(context, request, {
        what: 'list',
        subject: 'access-log',
        ...(isReference ? { resultIds: [q] } : { searchWords: q }),
      });
      return log;
    },
  );
}
