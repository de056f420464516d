import { Compile } from 'typebox/compile';
import { searchRoutes } from '../claim-search/search-routes.ts';
import { claimListRoutes } from '../claim-list/claim-list-routes.ts';
import { savedViewRoutes } from '../claim-list/saved-view-routes.ts';
import { memberImportRoutes } from '../class-members/member-import-routes.ts';
import { memberRoutes } from '../class-members/member-routes.ts';
import { claimDocumentRoutes } from '../claim-record/claim-document-routes.ts';
import { claimReceiptRoutes } from '../claim-record/claim-receipt-routes.ts';
import { correctionRoutes } from '../claim-record/correction-routes.ts';
import { claimNoteRoutes } from '../claim-record/claim-note-routes.ts';
import { claimRecordRoutes } from '../claim-record/claim-record-routes.ts';
import { bulkRoutes } from '../bulk/bulk-routes.ts';
import { exportRoutes } from '../exports/export-routes.ts';
import { clusterRoutes } from '../integrity/cluster-routes.ts';
import { integrityRoutes } from '../integrity/integrity-routes.ts';
import { modelRoutes } from '../integrity/model-routes.ts';
import { ruleRoutes } from '../rules/rule-routes.ts';
import type { Api, PluginOptions } from '../context.ts';
import { idRequestRoutes } from '../id-requests/id-request-routes.ts';
import { accessLogRoutes } from '../read-log/access-log-routes.ts';
import { guardReads } from '../read-log/record-read.ts';
import { queueRoutes } from '../review/queue-routes.ts';
import { reviewRoutes } from '../review/review-routes.ts';
import { approvalRoutes } from '../staff/approval-routes.ts';
import { accountRoutes } from '../staff/account-routes.ts';
import { oidcRoutes } from '../staff/oidc-routes.ts';
import { staffRoutes } from '../staff/staff-routes.ts';
import { dashboardRoutes } from '../figures/dashboard-routes.ts';
import { reportRoutes } from '../figures/report-routes.ts';
import { qualityRoutes } from '../quality/quality-routes.ts';
import { guardStaffRoutes } from '../staff/staff-access.ts';
import { staffSessionRoutes } from '../staff/session-routes.ts';
import { setupRoutes } from '../staff/setup-routes.ts';
import { signInRoutes } from '../staff/sign-in-routes.ts';

/**
 * The API of the administrator's console. Each feature is a plugin. The `config` of every route
 * says who may call it (`access`), and of every GET route what personal data it shows (`reads`):
 * the server does not start otherwise.
 */
export async function consoleRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  guardStaffRoutes(api, context, api.consoleRoutes);
  guardReads(api, api.consoleReads);
  // Bodies arrive as text: handlers check them with `readBody`.
  api.setValidatorCompiler(({ schema, httpPart }) => {
    if (httpPart === 'body') return () => true;
    const validator = Compile(schema);
    return (value: unknown) =>
      validator.Check(value) ? { value } : { error: new Error(`The ${httpPart ?? 'request'} is not valid`) };
  });
  const features = [
    staffSessionRoutes,
    signInRoutes,
    setupRoutes,
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
    claimRecordRoutes,
    claimDocumentRoutes,
    claimReceiptRoutes,
    claimNoteRoutes,
    integrityRoutes,
    clusterRoutes,
    modelRoutes,
    queueRoutes,
    reviewRoutes,
    correctionRoutes,
    qualityRoutes,
    exportRoutes,
    ruleRoutes,
    bulkRoutes,
  ];
  for (const feature of features) await api.register(feature, { context });
}
