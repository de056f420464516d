import { fundsApi } from '@redress/contract/console/funds';
import { dayIn } from '@redress/forms/court-day';
import { create as contentDisposition } from 'content-disposition';
import type { FastifyRequest } from 'fastify';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { limitPerson } from '../sign-in/staff-limits.ts';
import { findOrder, uploadOrder } from './court-orders.ts';
import { findFund, fundsIn } from './find-fund.ts';
import { formatJournal } from './hledger-journal.ts';
import { listFund, listTransactions, readFundPage } from './read-ledger.ts';
import { requestEntry, requestReversal } from './request-entry.ts';

const access = 'fund';

/** `/api/console/funds`: what funds received, paid and owe. No data of claimants. */
export async function fundRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, fundsApi);
  const { database, settlement, now } = context;
  const find = (request: FastifyRequest, id: string) => findFund(settlement, id, casesWith(request, access));
  const requireUuid = (id: string) => {
    if (!isUuid(id)) throw new ProblemError('not-found');
    return id;
  };

  route('GET /funds', { access, reads: 'nothing' }, async (request) => ({
    funds: await Promise.all(fundsIn(settlement, casesWith(request, access)).map((fund) => listFund(database, fund))),
  }));

  route('GET /funds/:id', { access, reads: 'nothing', problems: [400, 404] }, (request) => {
    const fund = find(request, request.params.id);
    return readFundPage(database, fund, request.query.asOf ?? dayIn(settlement.site.timeZone, now()));
  });

  route('GET /funds/:id/journal', { access, reads: 'nothing', problems: [404] }, async (request, reply) => {
    const fund = find(request, request.params.id);
    return reply
      .type('text/plain; charset=utf-8')
      .header('content-disposition', contentDisposition(`fund-${fund.id}.journal`))
      .send(formatJournal(fund, await listTransactions(database, fund.id)));
  });

  route('POST /funds/:id/orders', { access, problems: [400, 404, 413, 415, 422, 429] }, async (request) => {
    await limitPerson(context, request, 'staff-document');
    const fund = find(request, request.params.id);
    return { id: await uploadOrder(context, request, fund.id) };
  });

  route(
    'GET /funds/:id/orders/:order',
    { access, reads: 'nothing', problems: [404], exposeHeadRoute: false },
    async (request, reply) => {
      const fund = find(request, request.params.id);
      const { name, pdf, sha256 } = await findOrder(context, fund.id, requireUuid(request.params.order));
      return reply
        .type('application/pdf')
        .header('content-digest', `sha-256=:${sha256.toString('base64')}:`)
        .header('content-disposition', contentDisposition(name.toWellFormed()))
        .send(pdf);
    },
  );

  route('POST /funds/:id/entries', { access, problems: [400, 404, 409, 422] }, async (request) => {
    const fund = find(request, request.params.id);
    await requestEntry(context, fund, staffOf(request).id, request.body);
  });

  route(
    'POST /funds/:id/transactions/:transaction/reversal',
    { access, problems: [400, 404, 409, 422] },
    async (request) => {
      const fund = find(request, request.params.id);
      const transaction = requireUuid(request.params.transaction);
      await requestReversal(context, fund, staffOf(request).id, transaction, request.body);
    },
  );
}
