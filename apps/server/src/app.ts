import cookie from '@fastify/cookie';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Settlement } from '@redress/contract/manifest';
import { ProblemSchema } from '@redress/contract/problem';
import type { PageDrawer } from '@redress/contract/page-renderer';
import type { ClaimForm } from '@redress/forms/definition';
import type { Captcha, CaptchaDifficulty } from './captcha/proof-of-work.ts';
import { defaultDifficulty, proofOfWork } from './captcha/proof-of-work.ts';
import { claimNumberSource } from './claims/claim-number.ts';
import { requireDataRules } from './data-checks/claim-data-checks.ts';
import type { Database } from './database/pool.ts';
import type { Keys } from './keys/keys.ts';
import { acceptedKeys } from './keys/keys.ts';
import type { Limits, LoginRules } from './http/rate-limits.ts';
import { attemptCounter, defaultLimits, defaultLoginRules } from './http/rate-limits.ts';
import { loginFailures } from './login/login-failures.ts';
import type { LoginGuard } from './login/login-guard.ts';
import { loginGuard, openGuard } from './login/login-guard.ts';
import { loginWork } from './login/login-work.ts';
import type { ReceiptPrinter } from './receipts/receipt-renderer.ts';
import { receiptPrinter } from './receipts/receipt-renderer.ts';
import type { Scans } from './virus-scan/start-scans.ts';
import type { UploadStore } from './storage/upload-store.ts';
import type { UnfinishedUploads } from './uploads/unfinished-uploads.ts';
import type { Admission, AdmissionLimits } from './http/overload/admission.ts';
import { createAdmission, defaultAdmission } from './http/overload/admission.ts';
import { openEntrance } from './http/overload/load-shedding.ts';
import { browserCookies } from './http/browser-cookies.ts';
import { addCaptcha } from './captcha/captcha-routes.ts';
import { addClaimDocuments } from './uploads/claim-upload-routes.ts';
import { addClaims } from './claims/claim-routes.ts';
import type { ConnectionLimits } from './http/overload/connection-limits.ts';
import { createLimitedServer, defaultConnectionLimits } from './http/overload/connection-limits.ts';
import { addDataChecks } from './data-checks/data-check-routes.ts';
import { addDocuments } from './uploads/whole-upload-routes.ts';
import { endLongRequests } from './http/request-timeouts.ts';
import { addHealth } from './health/health-routes.ts';
import { addLists } from './static-site/list-routes.ts';
import { addLogin } from './login/login-routes.ts';
import { addPostedForms } from './no-script/no-script-routes.ts';
import { ProblemError, sendProblem } from './http/problem.ts';
import { addReceipt } from './receipts/receipt-routes.ts';
import type { Api, AppContext } from './context.ts';
import { addSecurityHeaders, securityHeaders } from './http/security-headers.ts';
import { addSession } from './login/session-routes.ts';
import { openSiteFolder } from './static-site/site-folder.ts';
import { addStaticSite } from './static-site/static-site-routes.ts';
import { answerUnreadable, readAbsoluteTargets, refuseUnclear } from './http/malformed-requests.ts';
import { addUploads } from './uploads/resumable-upload-routes.ts';
import { guardAgainstForgery } from './http/csrf.ts';

export interface AppOptions {
  readonly settlement: Settlement;
  readonly database: Database;
  readonly store: UploadStore;
  readonly keys: Keys;
  /** Where people reach the website; with https its cookies are secure. */
  readonly publicUrl: URL;
  /** Addresses of balancers whose word on the client's address counts. */
  readonly trustProxy?: readonly string[];
  readonly limits?: Limits | 'off';
  /** How much is worked on at once; what comes beyond is asked to come again. */
  readonly admission?: Partial<AdmissionLimits>;
  readonly connections?: Partial<ConnectionLimits>;
  /** With `limits` off they are too. */
  readonly loginRules?: LoginRules;
  readonly difficulty?: CaptchaDifficulty;
  /** In place of the proof of work. */
  readonly captcha?: Captcha;
  /** What draws receipts. Without it the server has one of its own. */
  readonly printer?: ReceiptPrinter;
  /** Where documents come in pieces. Without it they come in one piece only. */
  readonly uploads?: UnfinishedUploads;
  /** Where a virus scanner is configured. */
  readonly scans?: Scans;
  /** The built website. Without it only the API is there. */
  readonly siteFolder?: string;
  /** Draws pages anew for browsers without script. Without it the website's forms are filed by script alone. */
  readonly drawer?: PageDrawer;
  readonly now?: () => Date;
  readonly logger?: FastifyBaseLogger;
}

/** Of a body that no route set a limit for. */
const smallBody = 100_000;

/** The whole server, not yet listening. It holds no state of its own but a block of claim numbers. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  requireDataRules(options.settlement);
  const secure = options.publicUrl.protocol === 'https:';
  const headers = securityHeaders(secure);
  const admission = createAdmission({ ...defaultAdmission, ...options.admission });
  const entrance = openEntrance(admission, headers, {
    ...(options.trustProxy ? { trustProxy: options.trustProxy } : {}),
    sharePerAddress: options.limits !== 'off',
  });
  const app = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    // Requests are logged below, without what Fastify would tell of them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy && options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: smallBody,
    serverFactory: (listener) =>
      createLimitedServer(readAbsoluteTargets(entrance.admit(listener)), options.trustProxy, {
        ...defaultConnectionLimits,
        ...options.connections,
      }),
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    clientErrorHandler: answerUnreadable(headers),
    // No hook runs for these.
    frameworkErrors(error, request, reply) {
      headers.set(request, reply);
      void sendProblem(error, request, reply);
    },
  });
  addSecurityHeaders(app, headers);
  refuseUnclear(app);
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(new ProblemError('not-found'), request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    if (!entrance.wasShed(request)) logRequest(request, reply.statusCode, reply.elapsedTime);
    done();
  });

  endLongRequests(app);
  entrance.guard(app);
  closeConnectionsWhenStopping(app);

  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${options.settlement.site.name}: claims`, version: '1' },
      servers: [{ url: options.publicUrl.origin }],
    },
  });
  keepJsonAsText(app);

  const context = furnish(options, admission, secure, app.log);
  await app.register(
    (scope, _options, done) => {
      const api = scope.withTypeProvider<TypeBoxTypeProvider>();
      addApi(api, context, {
        printer: options.printer ?? ownPrinter(app),
        uploads: options.uploads,
        publicUrl: options.publicUrl,
        secure,
      });
      done();
    },
    { prefix: '/api' },
  );
  addLists(app.withTypeProvider<TypeBoxTypeProvider>(), options.settlement.lists);
  if (options.siteFolder !== undefined) {
    const { settlement, publicUrl, drawer } = options;
    const folder = await openSiteFolder(options.siteFolder, publicUrl.origin, app.log);
    addPostedForms(app, { ...context, folder, publicUrl, drawer });
    addStaticSite(app, { folder, site: settlement.site, publicUrl, now: context.now });
  }
  return app;
}

function furnish(options: AppOptions, admission: Admission, secure: boolean, log: FastifyBaseLogger): AppContext {
  const { settlement, database, store, keys } = options;
  return {
    settlement,
    database,
    store,
    keys,
    admission,
    captcha: options.captcha ?? proofOfWork(keys, options.difficulty ?? defaultDifficulty),
    cookies: browserCookies({ keys: acceptedKeys(keys, 'cookies'), secure }),
    countAttempts: attemptCounter(database, options.limits ?? defaultLimits, keys.limits),
    loginGuard: guardLogins(options, log),
    takeClaimNumber: claimNumberSource(database, keys['claim-numbers']),
    now: options.now ?? (() => new Date()),
    ...(options.scans ? { scans: options.scans } : {}),
  };
}

/** How often at most the log says that IDs are being searched, in milliseconds. */
const searchToldEvery = 5 * 60_000;

function guardLogins(options: AppOptions, log: FastifyBaseLogger): LoginGuard {
  const { database, keys, limits, difficulty = defaultDifficulty, loginRules: rules = defaultLoginRules } = options;
  if (limits === 'off') return openGuard;
  let toldAt = Number.NEGATIVE_INFINITY;
  return loginGuard(loginFailures(database, rules, keys.limits), loginWork(database, keys, difficulty), rules, () => {
    if (performance.now() - toldAt < searchToldEvery) return;
    toldAt = performance.now();
    log.warn('very many logins fail: somebody may be searching for IDs, and every login asks for work');
  });
}

function ownPrinter(app: FastifyInstance): ReceiptPrinter {
  const printer = receiptPrinter();
  app.addHook('onClose', () => printer.close());
  return printer;
}

interface ApiParts {
  readonly printer: ReceiptPrinter;
  readonly uploads: UnfinishedUploads | undefined;
  readonly publicUrl: URL;
  readonly secure: boolean;
}

function addApi(api: Api, context: AppContext, { printer, uploads, publicUrl, secure }: ApiParts): void {
  api.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  describeProblems(api);
  guardAgainstForgery(api, { keys: acceptedKeys(context.keys, 'xsrf'), secure, publicUrl });
  addSession(api, context);
  addLogin(api, context);
  addCaptcha(api, context);
  for (const versions of versionsByResource(context.settlement.claimForms)) {
    addClaims(api, context, versions);
    addDocuments(api, context, versions);
  }
  if (uploads) addUploads(api, context, uploads);
  addReceipt(api, context, printer);
  addClaimDocuments(api, context);
  addDataChecks(api, context);
  addHealth(api, context, uploads?.folder);
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
  api.all('/*', { schema: { hide: true } }, () => {
    throw new ProblemError('not-found');
  });
}

/** Whatever a route describes by itself: a bad path, header or type of content is refused before the route is asked. */
function describeProblems(api: Api): void {
  api.addHook('onRoute', (route) => {
    const { response } = route.schema ?? {};
    if (typeof response === 'object' && response !== null)
      route.schema = { ...route.schema, response: { ...response, '4xx': ProblemSchema } };
  });
}

/** The published versions of each form, oldest first. */
function versionsByResource(forms: readonly ClaimForm[]): [ClaimForm, ...ClaimForm[]][] {
  const byResource = new Map<string, [ClaimForm, ...ClaimForm[]]>();
  for (const form of forms.toSorted((a, b) => a.version - b.version)) {
    const versions = byResource.get(form.resource);
    if (versions) versions.push(form);
    else byResource.set(form.resource, [form]);
  }
  return [...byResource.values()];
}

/** JSON stays text until its route has counted its limits and reads it (`json-body.ts`). */
function keepJsonAsText(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** A connection whose last request is answered during the stop is not kept open for a next one. */
function closeConnectionsWhenStopping(app: FastifyInstance): void {
  let isStopping = false;
  app.addHook('preClose', (done) => {
    isStopping = true;
    done();
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isStopping) void reply.header('connection', 'close');
    done(null, payload);
  });
}

/** What was asked, and how it went: never who, and no part of a query, header or body. */
function logRequest(request: FastifyRequest, status: number, milliseconds: number): void {
  const route = request.routeOptions.url ?? 'unknown';
  if (route.startsWith('/api/health')) return;
  request.log.info(
    { method: request.method, route, status, milliseconds: Math.round(milliseconds * 10) / 10 },
    'request',
  );
}
