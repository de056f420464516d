import './tables.ts';
import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { PageRenderer } from '@redress/contract/page-renderer';
import type { TSchema } from 'typebox';
import fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import { dataFilesOf } from '@redress/contract/data-file-expectations';
import { type CaptchaDifficulty, defaultDifficulty, proofOfWork } from './site/captcha/proof-of-work.ts';
import { claimAccess } from './claims/filing/claim-access.ts';
import { claimInserter } from './claims/filing/claim-inserter.ts';
import { createClaimNumberSource } from './claims/filing/claim-number.ts';
import type { Database } from './platform/database/pool.ts';
import { browserCookies } from './platform/http/browser-cookies.ts';
import { createReadiness } from './platform/health/readiness.ts';
import { type AdmissionLimits, createAdmission, defaultAdmission } from './platform/http/overload/admission.ts';
import { defaultLimits } from './platform/http/rate-limits.ts';
import { defaultLoginRules, type LoginRules } from './site/login/login-failure-rules.ts';
import { type AdmitLogin, createLoginGuard } from './site/login/login-guard.ts';
import { allocationApproval } from './console/allocations/freeze-allocation.ts';
import { reserveApproval } from './console/allocations/reserve-claims.ts';
import { roleGrantApproval } from './console/accounts/role-grants.ts';
import { bulkActionApproval, lettersApproval } from './console/bulk/create-bulk-job.ts';
import { exportApproval } from './console/exports/request-export.ts';
import { ledgerEntryApproval } from './console/funds/request-entry.ts';
import { clusterVerdictApproval } from './console/integrity/cluster-verdicts.ts';
import { lockReviewForClaimant } from './console/review/change-by-claimant.ts';
import { claimDecisionApproval } from './console/review/release-decision.ts';
import { ruleReleaseApproval } from './console/rules/release-run.ts';
import { type NamedApproval, registerApprovals } from './console/approvals/approvals.ts';
import { createOidcClient, type OidcConfig } from './console/sign-in/oidc-client.ts';
import { createSignInGuard } from './console/sign-in/sign-in-guard.ts';
import { captchaRoutes } from './site/captcha/captcha-routes.ts';
import { bounceRoutes } from './claims/letters/bounce-routes.ts';
import { claimRoutes } from './claims/filing/claim-routes.ts';
import { consolePages } from './console/app/console-pages.ts';
import { consoleRoutes } from './console/app/console-routes.ts';
import { consoleTag } from './console/define-routes.ts';
import type { ConsoleContext } from './console/context.ts';
import type { Api, PluginOptions } from './platform/http/plugin.ts';
import { dataCheckRoutes } from './site/uploads/data-check-routes.ts';
import { healthRoutes } from './platform/health/health-routes.ts';
import { guardAgainstForgery } from './platform/http/csrf.ts';
import { sendMalformed, refuseMalformed } from './platform/http/malformed-requests.ts';
import { createLimitedServer } from './platform/http/overload/connection-limits.ts';
import { createLoadShedding } from './platform/http/overload/load-shedding.ts';
import { compileSerializer } from './platform/http/compile-serializer.ts';
import { compileValidator } from './platform/http/compile-validator.ts';
import { ProblemError, sendProblem } from './platform/http/problem.ts';
import { createRequestIds } from './platform/http/request-id.ts';
import { securityHeaders } from './platform/http/security-headers.ts';
import { acceptedKeys } from './platform/keys/keys.ts';
import { loginRoutes } from './site/login/login-routes.ts';
import { measureRequest } from './platform/metrics/event-metrics.ts';
import { noScriptRoutes } from './site/no-script/no-script-routes.ts';
import { receiptRoutes } from './site/receipts/receipt-routes.ts';
import { savedFormRoutes } from './site/saved-forms/saved-form-routes.ts';
import { readSiteFolder } from './site/static-site/site-folder.ts';
import { statusRoutes } from './site/status/status-routes.ts';
import { staticSiteRoutes } from './site/static-site/static-site-routes.ts';
import { textRoutes } from './site/static-site/fixed-text-routes.ts';
import { claimUploadRoutes } from './site/uploads/download-routes.ts';
import { resumableUploadRoutes } from './site/uploads/resumable-upload-routes.ts';
import { traceRequests } from './platform/traces/trace-requests.ts';
import { wholeUploadRoutes } from './site/uploads/whole-upload-routes.ts';

export interface AppContext extends ConsoleContext {
  /** The console has separate connections, so that staff queries never keep claims waiting. */
  readonly consoleDatabase: Database;
}

type Opened =
  | 'settlement'
  | 'publicUrl'
  | 'database'
  | 'pool'
  | 'store'
  | 'uploadFolder'
  | 'keys'
  | 'log'
  | 'pdfRenderer'
  | 'uploads';
type Replaceable =
  | 'consoleDatabase'
  | 'mail'
  | 'networkLists'
  | 'now'
  | 'draining'
  | 'scans'
  | 'captcha'
  | 'limits'
  | 'bounceSecrets'
  | 'memberImports'
  | 'letterBatches';

/** The opened resources, and replacements for tests and commands. */
export interface ContextOptions extends Pick<AppContext, Opened>, Partial<Pick<AppContext, Replaceable>> {
  /** Absent without an identity provider for staff. */
  readonly oidc?: OidcConfig;
  readonly admission?: Partial<AdmissionLimits>;
  readonly loginRules?: LoginRules;
  readonly difficulty?: CaptchaDifficulty;
}

/** Makes the context of requests from the opened resources. */
export function createContext({
  now = () => new Date(),
  mail,
  scans,
  networkLists,
  oidc,
  limits = defaultLimits,
  loginRules = defaultLoginRules,
  difficulty = defaultDifficulty,
  ...options
}: ContextOptions): AppContext {
  const { database, pool, keys, publicUrl, log } = options;
  registerApprovals(approvals);
  requireDataRules(options.settlement);
  return {
    ...options,
    consoleDatabase: options.consoleDatabase ?? database,
    now,
    limits,
    mail,
    networkLists,
    scans,
    oidc: oidc && createOidcClient(oidc, publicUrl),
    /** A virus scanner is configured: uploads stay in quarantine until they are scanned. */
    isScanned: scans !== undefined,
    readiness: createReadiness({ ...options, now, ...(scans && { scans }) }),
    admission: createAdmission({ ...defaultAdmission, ...options.admission }),
    captcha: options.captcha ?? proofOfWork(keys, difficulty),
    cookies: browserCookies({ keys: acceptedKeys(keys, 'cookies'), secure: publicUrl.protocol === 'https:' }),
    access: claimAccess(keys),
    admitSignIn: limits === 'off' ? () => admitAll() : createSignInGuard({ database, keys, log }, difficulty),
    admitLogin: limits === 'off' ? admitAll : createLoginGuard({ database, keys, log }, loginRules, difficulty),
    lockReviewForClaimant: lockReviewForClaimant({ keys, now, settlement: options.settlement }),
    insertClaim: claimInserter(pool),
    nextClaimNumber: createClaimNumberSource(database, keys['claim-numbers']),
  };
}

/** The requests that take effect once a second person approves them. */
const approvals: readonly NamedApproval[] = [
  roleGrantApproval,
  claimDecisionApproval,
  bulkActionApproval,
  lettersApproval,
  ruleReleaseApproval,
  clusterVerdictApproval,
  exportApproval,
  ledgerEntryApproval,
  allocationApproval,
  reserveApproval,
];

const admitAll = (): ReturnType<AdmitLogin> => Promise.resolve(() => Promise.resolve());

export interface AppOptions {
  /** Addresses of trusted reverse proxies: only their `X-Forwarded-For` counts. */
  readonly trustProxy?: readonly string[];
  readonly isTraced?: boolean;
  /** The metrics of this process are served, so requests are measured. */
  readonly isMeasured?: boolean;
  /** The built website. Without it the app serves the API only. */
  readonly site?: {
    readonly folder: string;
    readonly consoleFolder?: string;
    /** Renders form pages for browsers without JavaScript. */
    readonly pageRenderer: PageRenderer;
  };
}

/** Bytes of a request body, for routes without their own limit. */
const defaultBodyLimit = 100_000;

/** Builds the whole server without listening. Each feature is a Fastify plugin. */
export async function buildApp(
  context: AppContext,
  { trustProxy = [], site, isMeasured = false, isTraced = false }: AppOptions = {},
): Promise<FastifyInstance> {
  const { settlement, publicUrl } = context;
  const headersOf = securityHeaders(publicUrl.protocol === 'https:');
  const loadShedding = createLoadShedding(context.admission, headersOf);
  const app = fastify({
    loggerInstance: context.log,
    // `logRequest` logs requests without addresses and queries.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestIds(trustProxy),
    trustProxy: trustProxy.length > 0 ? [...trustProxy] : false,
    bodyLimit: defaultBodyLimit,
    serverFactory: (listener) => createLimitedServer(loadShedding.wrap(listener)),
    forceCloseConnections: 'idle',
    clientErrorHandler: sendMalformed(headersOf),
    // Fastify runs no hooks for these.
    frameworkErrors(error, request, reply) {
      void sendProblem(error, request, reply.headers(headersOf(request.url)));
    },
  });
  app.setSerializerCompiler(compileSerializer);
  app.setValidatorCompiler<TSchema>(compileValidator);
  // This hook runs before any other that may answer.
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headersOf(request.url));
    done();
  });
  refuseMalformed(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(new ProblemError('not-found'), request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    // Shed requests share one log line (`load-shedding.ts`).
    if (!loadShedding.wasShed(request.raw)) {
      logRequest(request, reply.statusCode, reply.elapsedTime);
      if (isMeasured) measureRequest(request, reply.statusCode, reply.elapsedTime);
    }
    done();
  });
  loadShedding.addHooks(app);
  if (isTraced) traceRequests(app);
  closeConnectionsWhenStopping(app, context);
  keepJsonAsText(app);

  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(swagger, {
    hiddenTag: consoleTag,
    openapi: {
      openapi: '3.1.0',
      info: { title: `${settlement.site.name}: claims`, version: '1' },
      servers: [{ url: publicUrl.origin }],
    },
  });
  app.decorate('consoleRoutes', new Map());
  app.decorate('consoleReads', new Map());
  const typed = app.withTypeProvider<TypeBoxTypeProvider>();
  await typed.register(apiRoutes, { prefix: '/api', context });
  await typed.register(bounceRoutes, { prefix: '/api', context });
  await typed.register(textRoutes, { context });
  if (site) {
    const folder = await readSiteFolder(site.folder, {
      origin: publicUrl.origin,
      sendsMail: context.mail !== undefined,
    });
    if (site.consoleFolder !== undefined) await app.register(consolePages, { folder: site.consoleFolder });
    const rendering = { context: { ...context, folder, pageRenderer: site.pageRenderer } };
    await app.register(noScriptRoutes, rendering);
    await app.register(statusRoutes, rendering);
    await app.register(staticSiteRoutes, { context, folder });
  }
  return app;
}

async function apiRoutes(api: Api, { context }: PluginOptions<AppContext>): Promise<void> {
  api.addHook('onRequest', (_request, reply, done) => {
    void reply.header('cache-control', 'no-store');
    done();
  });
  const { keys, publicUrl } = context;
  guardAgainstForgery(api, { keys: acceptedKeys(keys, 'xsrf'), secure: publicUrl.protocol === 'https:', publicUrl });
  const features = [
    loginRoutes,
    captchaRoutes,
    claimRoutes,
    wholeUploadRoutes,
    resumableUploadRoutes,
    claimUploadRoutes,
    receiptRoutes,
    savedFormRoutes,
    dataCheckRoutes,
    healthRoutes,
  ];
  for (const feature of features) await api.register(feature, { context });
  await api.register(consoleRoutes, { prefix: '/console', context: { ...context, database: context.consoleDatabase } });
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
  api.all('/*', { schema: { hide: true } }, () => {
    throw new ProblemError('not-found');
  });
}

/** Leaves JSON as text: routes check their rate limits first, then parse it with `readJsonBody`. */
function keepJsonAsText(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** Closes each keep-alive connection after its current response once the server is stopping. */
function closeConnectionsWhenStopping(app: FastifyInstance, { draining }: Pick<AppContext, 'draining'>): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping || draining?.aborted) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** Logs route and status only: no address, query, header or body, because they identify people. */
function logRequest(request: FastifyRequest, status: number, milliseconds: number): void {
  const route = request.routeOptions.url ?? 'unknown';
  if (route.startsWith('/api/health')) return;
  request.log.info(
    { method: request.method, route, status, milliseconds: Math.round(milliseconds * 10) / 10 },
    'request',
  );
}

/** Throws when a form accepts data files and the settlement has no rules for them. */
function requireDataRules({ claimForms, dataRules }: AppContext['settlement']): void {
  for (const form of claimForms)
    if (dataFilesOf(form) && !dataRules?.[form.id])
      throw new Error(`The settlement has no rules for the data files of the form ${form.id}`);
}
