import { accessLogApi } from '@redress/contract/console/access-log';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { findReferences } from './access-log-hash.ts';
import { readAccessLog } from './read-access-log.ts';
import { recordRead } from './record-read.ts';

/** `POST /api/console/access-log/search` finds reads. The search is logged too. */
export async function accessLogRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, accessLogApi);
  route('POST /access-log/search', { access: 'access-log', reads: 'list', problems: [400] }, async (request) => {
    const { body: query } = request;
    const { q } = query;
    const log = await readAccessLog(context, query);
    const isReference = q !== undefined && findReferences(q, context) !== undefined;
    await recordRead(context, request, {
      what: 'list',
      subject: 'access-log',
      ...(isReference ? { resultIds: [q] } : { searchWords: q }),
    });
    return log;
  });
}
