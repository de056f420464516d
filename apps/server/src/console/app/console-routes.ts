import swagger from '@fastify/swagger';
import { searchRoutes } from '../search/search-routes.ts';
import { claimLookRoutes } from '../claim-look/claim-look-routes.ts';
import { claimListRoutes } from '../claim-list/claim-list-routes.ts';
import { savedViewRoutes } from '../claim-list/saved-view-routes.ts';
import { letterRoutes } from '../letters/letter-routes.ts';
import { memberImportRoutes } from '../members/member-import-routes.ts';
import { memberRoutes } from '../members/member-routes.ts';
import { claimDocumentRoutes } from '../claim-details/claim-document-routes.ts';
import { claimReceiptRoutes } from '../claim-details/claim-receipt-routes.ts';
import { correctionRoutes } from '../claim-details/correction-routes.ts';
import { claimNoteRoutes } from '../claim-details/claim-note-routes.ts';
import { claimDetailsRoutes } from '../claim-details/claim-details-routes.ts';
import { bulkRoutes } from '../bulk/bulk-routes.ts';
import { letterBatchRoutes } from '../letters/letter-batch-routes.ts';
import { returnedLetterRoutes } from '../letters/returned-letter-routes.ts';
import { exportRoutes } from '../exports/export-routes.ts';
import { allocationRoutes } from '../allocations/allocation-routes.ts';
import { fundRoutes } from '../funds/fund-routes.ts';
import { clusterRoutes } from '../integrity/cluster-routes.ts';
import { integrityRoutes } from '../integrity/integrity-routes.ts';
import { ruleRoutes } from '../rules/rule-routes.ts';
import type { ConsoleContext } from '../context.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { idRequestRoutes } from '../lost-ids/id-request-routes.ts';
import { accessLogRoutes } from '../access-log/access-log-routes.ts';
import { guardReads } from '../access-log/record-read.ts';
import { queueRoutes } from '../review/queue-routes.ts';
import { reviewRoutes } from '../review/review-routes.ts';
import { approvalRoutes } from '../approvals/approval-routes.ts';
import { accountRoutes } from '../sign-in/account-routes.ts';
import { oidcRoutes } from '../sign-in/oidc-routes.ts';
import { staffRoutes } from '../accounts/staff-routes.ts';
import { dashboardRoutes } from '../reports/dashboard-routes.ts';
import { reportRoutes } from '../reports/report-routes.ts';
import { qualityRoutes } from '../quality/quality-routes.ts';
import { guardStaffRoutes } from '../sign-in/staff-access.ts';
import { staffSessionRoutes } from '../sign-in/session-routes.ts';
import { setupRoutes } from '../sign-in/setup-routes.ts';
import { workRoutes } from '../work/work-routes.ts';
import { signInRoutes } from '../sign-in/sign-in-routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI description of the console's routes. */
    readonly describeConsole: FastifyInstance['swagger'];
  }
}

/**
 * The API of the staff console. Each feature is a plugin. The `config` of every route says who may
 * call it (`access`), and that of every GET route also says which personal data it shows (`reads`).
 * Without them, the server does not start.
 */
export async function consoleRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  guardStaffRoutes(api, context, api.consoleRoutes);
  guardReads(api, api.consoleReads);
  await api.register(swagger, {
    decorator: 'describeConsole',
    openapi: {
      openapi: '3.1.0',
      info: { title: `${context.settlement.site.name}: console`, version: '1' },
      servers: [{ url: context.publicUrl.origin }],
    },
  });
  const features = [
    staffSessionRoutes,
    signInRoutes,
    setupRoutes,
    workRoutes,
    accessLogRoutes,
    searchRoutes,
    claimListRoutes,
    savedViewRoutes,
    memberRoutes,
    memberImportRoutes,
    idRequestRoutes,
    staffRoutes,
    accountRoutes,
    oidcRoutes,
    approvalRoutes,
    dashboardRoutes,
    reportRoutes,
    claimDetailsRoutes,
    claimLookRoutes,
    claimDocumentRoutes,
    claimReceiptRoutes,
    claimNoteRoutes,
    integrityRoutes,
    clusterRoutes,
    queueRoutes,
    reviewRoutes,
    correctionRoutes,
    qualityRoutes,
    exportRoutes,
    allocationRoutes,
    fundRoutes,
    letterBatchRoutes,
    returnedLetterRoutes,
    ruleRoutes,
    bulkRoutes,
    letterRoutes,
  ];
  for (const feature of features) await api.register(feature, { context });
  api.get('/openapi.json', { config: { access: 'signed-in', reads: 'nothing' }, schema: { hide: true } }, () =>
    api.describeConsole(),
  );
}
