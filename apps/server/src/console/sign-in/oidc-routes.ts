import { signInApi, OidcStartSchema } from '@redress/contract/console/sign-in';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { cookieOptions, hostCookieName } from '../../platform/http/signed-cookies.ts';
import { decryptText, encryptText } from '../../platform/keys/encrypted-fields.ts';
import { acceptedKeys, type Keys } from '../../platform/keys/keys.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { OidcPerson } from './oidc-client.ts';
import { setUpAccount } from './set-up-account.ts';
import { staffCookie } from './staff-access.ts';
import { holdRights, isLive, lockAccount } from './staff-sessions.ts';
import { startSession } from './start-session.ts';

/** The time limit for a person at the identity provider. */
const flowSeconds = 15 * 60;

const FlowSchema = Type.Object({
  state: Type.String(),
  nonce: Type.String(),
  verifier: Type.String(),
  isFresh: Type.Boolean(),
  expires: Type.Number(),
  /** The session that started the flow. Its cookie is not sent on the provider's redirect. */
  sessionId: Type.Union([Type.String(), Type.Null()]),
  request: OidcStartSchema,
});
type Flow = Static<typeof FlowSchema>;
const flowValidator = Compile(FlowSchema);

/** The reason why a person returns without being signed in. The sign-in page explains each. */
type OidcProblem = 'failed' | 'expired' | 'unknown' | 'taken' | 'link';

/**
 * Sign-in at the organization's identity provider. An identity is linked to an account only by an
 * invitation or by the signed-in owner, never because email addresses are equal.
 */
export async function oidcRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, signInApi);
  const { oidc, keys, now, publicUrl } = context;
  const cookie = flowCookie(keys, publicUrl.protocol === 'https:');
  const config = { access: 'anyone', problems: [400, 401, 403, 404, 429] } as const;
  // Requests with wrong bodies count, too.
  api.addHook('preHandler', (request) => enforceLimit(context, 'staff-sign-in-address', request.ip));

  route('POST /oidc/start', config, async (request, reply) => {
    const { body: wanted } = request;
    if (!oidc) throw new ProblemError('not-found');
    if (wanted.purpose === 'link' && !request.staff?.isFresh) throw new ProblemError('fresh-sign-in-required');
    // On a shared computer, the provider may still have another person's session.
    const isFresh = wanted.purpose === 'link' || (wanted.purpose === 'sign-in' && request.staff !== undefined);
    const { address, secrets } = await oidc.start(isFresh).catch((cause: unknown) => {
      throw consoleProblem(
        'unavailable',
        'Your organization’s identity provider does not answer. Try again in a moment, or sign in another way.',
        { retryAfterSeconds: 10, cause },
      );
    });
    const expires = now().getTime() + flowSeconds * 1_000;
    cookie.write(reply, { ...secrets, expires, sessionId: request.staff?.sessionId ?? null, request: wanted });
    return { address };
  });
  route('GET /oidc/callback', { ...config, reads: 'nothing' }, async (request, reply) => {
    const flow = cookie.read(request);
    cookie.remove(reply);
    if (!oidc || !flow || flow.expires < now().getTime()) return goBack(reply, flow, 'expired');
    try {
      const query = new URL(request.url, publicUrl).search;
      const person = await oidc.finish(query, flow);
      const problem = await finish(context, { request, reply, flow, person });
      return await goBack(reply, flow, problem);
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'link-not-valid') return goBack(reply, flow, 'link');
      // The provider's message can name a person.
      request.log.warn({ code: error instanceof Error ? error.name : 'unknown' }, 'a sign-in by OIDC failed');
      return goBack(reply, flow, 'failed');
    }
  });
}

/** Encrypted, because the flow of a setup contains the token of a link. */
function flowCookie(keys: Keys, secure: boolean) {
  const name = hostCookieName('redress-staff-oidc', secure);
  const options = { ...cookieOptions(secure), httpOnly: true, maxAge: flowSeconds };
  return {
    read(request: FastifyRequest): Flow | undefined {
      const encrypted = Buffer.from(request.cookies[name] ?? '', 'base64url');
      for (const key of acceptedKeys(keys, 'staff-secrets')) {
        try {
          const flow: unknown = JSON.parse(decryptText(encrypted, key, name));
          return flowValidator.Check(flow) ? flow : undefined;
        } catch {
          // The cookie is missing, was changed, or was encrypted with another key.
        }
      }
      return undefined;
    },
    write(reply: FastifyReply, flow: Flow) {
      const encrypted = encryptText(JSON.stringify(flow), keys['staff-secrets'], name);
      void reply.setCookie(name, encrypted.toString('base64url'), options);
    },
    remove: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}

/** Redirects only to the console's own paths. */
function goBack(reply: FastifyReply, flow: Flow | undefined, problem: OidcProblem | undefined): FastifyReply {
  const { purpose, isPopup } = flow?.request ?? { purpose: 'sign-in', isPopup: false };
  const path = purpose === 'link' ? '/console/account' : '/console/sign-in';
  const query = new URLSearchParams({
    ...(problem === undefined ? { oidc: 'done' } : { oidc: problem }),
    ...(isPopup && { popup: '1' }),
    ...(flow?.request.next !== undefined && { next: flow.request.next }),
  });
  return reply.redirect(`${path}?${query.toString()}`, 303);
}

/** Signs in, links an identity or sets up an account. Returns the reason for a failure. */
async function finish(
  context: ConsoleContext,
  {
    request,
    reply,
    flow,
    person,
  }: {
    readonly request: FastifyRequest;
    readonly reply: FastifyReply;
    readonly flow: Flow;
    readonly person: OidcPerson;
  },
): Promise<OidcProblem | undefined> {
  const { database, now } = context;
  const { purpose, account } = flow.request;
  if (purpose === 'setup') {
    if (!account) return 'link';
    let isTaken = false;
    const { session } = await setUpAccount(context, account, {
      method: 'oidc',
      userAgent: request.headers['user-agent'] ?? '',
      async addMethod(transaction, staffId) {
        isTaken = !(await linkIdentity(transaction, staffId, person, now()));
        if (isTaken) throw new ProblemError('conflict');
        return {};
      },
    }).catch((error: unknown) => {
      if (isTaken) return { session: undefined };
      throw error;
    });
    if (session === undefined) return 'taken';
    staffCookie(context.publicUrl).write(reply, session);
    return undefined;
  }
  if (purpose === 'link') {
    return database.transaction().execute(async (transaction) => {
      const sessionId = flow.sessionId ?? '';
      const linking = await findSession(transaction, flow.sessionId, now());
      if (linking !== undefined) {
        await holdRights(transaction, sessionId, linking);
        await lockAccount(transaction, linking);
      }
      // The session may have ended meanwhile.
      const owner = await findSession(transaction, flow.sessionId, now());
      if (owner === undefined) return 'expired';
      const at = now();
      if (!(await linkIdentity(transaction, owner, person, at))) return 'taken';
      const event = { kind: 'credential-added', details: { method: 'oidc' } } as const;
      await addRecordEntry(transaction, { kind: 'staff', id: owner }, at, event);
      return undefined;
    });
  }
  const known = await database
    .updateTable('staff_identities')
    .set({ last_used_at: now() })
    .where('issuer', '=', person.issuer)
    .where('subject', '=', person.subject)
    .returning('staff_id')
    .executeTakeFirst();
  // Without a time from the provider, the sign-in counts as long past.
  const authenticatedAt = new Date(Math.min(now().getTime(), person.authenticatedAt?.getTime() ?? 0));
  const signedIn =
    known &&
    (await startSession(context, request, reply, known.staff_id, {
      used: { method: 'oidc', issuer: person.issuer, subject: person.subject },
      authenticatedAt,
      ...(flow.sessionId !== null && { replaces: flow.sessionId }),
    }));
  return signedIn ? undefined : 'unknown';
}

/** False if the identity is linked already, or the account has another one. */
async function linkIdentity(transaction: Database, staffId: string, person: OidcPerson, at: Date): Promise<boolean> {
  const { issuer, subject, email } = person;
  const other = await transaction
    .selectFrom('staff_identities')
    .select('subject')
    .where('staff_id', '=', staffId)
    .executeTakeFirst();
  if (other) return false;
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('staff_identities')
    .values({ issuer, subject, staff_id: staffId, email: email ?? null, created_at: at, last_used_at: at })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

/** The account of a session that has not ended. */
async function findSession(database: Database, sessionId: string | null, at: Date): Promise<string | undefined> {
  if (sessionId === null) return undefined;
  const session = await database
    .selectFrom('staff_sessions')
    .select('staff_id')
    .where('id', '=', sessionId)
    .where(isLive(at))
    .executeTakeFirst();
  return session?.staff_id;
}
