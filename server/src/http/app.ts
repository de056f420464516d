import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import swagger from '@fastify/swagger';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify, { LogController } from 'fastify';
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import { randomUUID } from 'node:crypto';
import type { Settlement } from '@redress/contract/manifest';
import type { PageDrawer } from '@redress/contract/page-drawer';
import type { ClaimForm } from '@redress/forms/definition';
import type { Captcha, CaptchaDifficulty } from '../captcha/proof-of-work.ts';
import { defaultDifficulty, proofOfWork } from '../captcha/proof-of-work.ts';
import { claimNumberSource } from '../claims/claim-number.ts';
import { requireDataRules } from '../data-checks/claim-data-checks.ts';
import type { Database } from '../database/pool.ts';
import type { Keys } from '../keys.ts';
import type { Limits } from '../limits/limits.ts';
import { attemptCounter, defaultLimits } from '../limits/limits.ts';
import type { ReceiptPrinter } from '../receipts/receipt-printer.ts';
import { receiptPrinter } from '../receipts/receipt-printer.ts';
import type { DocumentStore } from '../uploads/document-store.ts';
import type { UnfinishedUploads } from '../uploads/unfinished-uploads.ts';
import { browserCookies } from './browser-cookies.ts';
import { addCaptcha } from './captcha.ts';
import { addClaims } from './claims.ts';
import { addDataChecks } from './data-checks.ts';
import { addDocuments } from './documents.ts';
import { endLongRequests } from './end-long-requests.ts';
import { addHealth } from './health.ts';
import { addLists } from './lists.ts';
import { addLogin } from './login.ts';
import { addPostedForms } from './posted/posted-forms.ts';
import { ProblemError, sendProblem } from './problem.ts';
import { addReceipt } from './receipt.ts';
import type { Api, Room } from './room.ts';
import { addSession } from './session.ts';
import { openSiteFolder } from './site/site-folder.ts';
import { addStaticSite } from './static-site.ts';
import { addUploads } from './uploads.ts';
import { guardAgainstForgery } from './xsrf.ts';

export interface AppOptions {
  readonly settlement: Settlement;
  readonly database: Database;
  readonly store: DocumentStore;
  readonly keys: Keys;
  /** Where people reach the website; with https its cookies are secure. */
  readonly publicUrl: URL;
  /** Addresses of balancers whose word on the client's address counts. */
  readonly trustProxy?: readonly string[];
  readonly limits?: Limits | 'off';
  readonly difficulty?: CaptchaDifficulty;
  /** In place of the proof of work. */
  readonly captcha?: Captcha;
  /** What draws receipts. Without it the server has one of its own. */
  readonly printer?: ReceiptPrinter;
  /** Where documents come in pieces. Without it they come in one piece only. */
  readonly uploads?: UnfinishedUploads;
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
  const app = fastify({
    ...(options.logger ? { loggerInstance: options.logger } : { logger: false }),
    // Requests are logged below, without what Fastify would tell of them.
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy && options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: smallBody,
    // Node knows no exception; in its place there is `endLongRequests`.
    requestTimeout: 0,
    forceCloseConnections: 'idle',
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, allErrors: true } },
    frameworkErrors(error, request, reply) {
      void sendProblem(error, request, reply);
    },
  });
  app.setErrorHandler((error, request, reply) => sendProblem(error, request, reply));
  app.setNotFoundHandler((request, reply) => sendProblem(new ProblemError('not-found'), request, reply));
  app.addHook('onResponse', (request, reply, done) => {
    logRequest(request, reply.statusCode, reply.elapsedTime);
    done();
  });

  endLongRequests(app);
  closeConnectionsWhenStopping(app);

  await app.register(helmet, securityHeaders(secure));
  await app.register(cookie);
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${options.settlement.site.name}: claims`, version: '1' },
      servers: [{ url: options.publicUrl.origin }],
    },
  });
  readJsonAsItIs(app);

  const room = furnish(options, secure);
  await app.register(
    (scope, _options, done) => {
      const api = scope.withTypeProvider<TypeBoxTypeProvider>();
      addApi(api, room, { printer: options.printer ?? ownPrinter(app), uploads: options.uploads, secure });
      done();
    },
    { prefix: '/api' },
  );
  addLists(app.withTypeProvider<TypeBoxTypeProvider>(), options.settlement.lists);
  if (options.siteFolder !== undefined) {
    const { settlement, publicUrl, drawer } = options;
    const folder = await openSiteFolder(options.siteFolder, publicUrl.origin, app.log);
    addPostedForms(app, { ...room, folder, publicUrl, drawer });
    addStaticSite(app, { folder, site: settlement.site, publicUrl, now: room.now });
  }
  return app;
}

function furnish(options: AppOptions, secure: boolean): Room {
  const { settlement, database, store, keys } = options;
  return {
    settlement,
    database,
    store,
    keys,
    captcha: options.captcha ?? proofOfWork(keys, options.difficulty ?? defaultDifficulty),
    cookies: browserCookies({ key: keys.cookies, secure }),
    countAttempts: attemptCounter(database, options.limits ?? defaultLimits, keys.limits),
    takeClaimNumber: claimNumberSource(database, keys['claim-numbers']),
    now: options.now ?? (() => new Date()),
  };
}

function ownPrinter(app: FastifyInstance): ReceiptPrinter {
  const printer = receiptPrinter();
  app.addHook('onClose', () => printer.close());
  return printer;
}

interface ApiParts {
  readonly printer: ReceiptPrinter;
  readonly uploads: UnfinishedUploads | undefined;
  readonly secure: boolean;
}

function addApi(api: Api, room: Room, { printer, uploads, secure }: ApiParts): void {
  api.addHook('onRequest', async (_request, reply) => {
    void reply.header('cache-control', 'no-store');
  });
  guardAgainstForgery(api, { key: room.keys.xsrf, secure });
  addSession(api, room);
  addLogin(api, room);
  addCaptcha(api, room);
  for (const versions of versionsByResource(room.settlement.claimForms)) {
    addClaims(api, room, versions);
    addDocuments(api, room, versions);
  }
  if (uploads) addUploads(api, room, uploads);
  addReceipt(api, room, printer);
  addDataChecks(api, room);
  addHealth(api, room);
  api.get('/openapi.json', { schema: { hide: true } }, () => api.swagger());
  api.all('/*', { schema: { hide: true } }, () => {
    throw new ProblemError('not-found');
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

/**
 * Plain `JSON.parse`: keys such as `__proto__` become keys like any other, which the form then calls unknown. Fastify's own parser would
 * refuse the whole body without naming them.
 */
function readJsonAsItIs(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      const parsed: unknown = JSON.parse(String(body));
      done(null, parsed);
    } catch (error) {
      done(new ProblemError('bad-json', {}, { cause: error }));
    }
  });
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

function securityHeaders(secure: boolean) {
  return {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'"],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'"],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
        ...(secure ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: secure ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' as const },
    frameguard: { action: 'deny' as const },
  };
}
