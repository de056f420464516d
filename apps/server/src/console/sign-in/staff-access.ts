import type { Permission, RoleInCase } from '@redress/contract/console/staff';
import { backgroundHeader } from '@redress/contract/http-headers';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ConsoleContext } from '../context.ts';
import { type Database, transactionCheck } from '../../platform/database/pool.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { cookieOptions, hostCookieName } from '../../platform/http/signed-cookies.ts';
import { findStaffSession, holdRights, type StaffMember } from './staff-sessions.ts';

/** The callers of a route: everyone, signed-in staff, or people with a permission in some case. */
export type Access = 'anyone' | 'signed-in' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Required for every route of the console. */
    readonly access?: Access;
    /** The route requires a sign-in within the last minutes. */
    readonly fresh?: boolean;
  }
  interface FastifyRequest {
    staff: StaffMember | undefined;
  }
  interface FastifyInstance {
    /** The access to each route, for example `GET /api/console/session`. For tests. */
    readonly consoleRoutes: Map<string, Access>;
  }
}

/** The sender of a request to a route that requires a sign-in. */
export function staffOf(request: FastifyRequest): StaffMember {
  if (!request.staff) throw new ProblemError('sign-in-required');
  return request.staff;
}

/** The cases in which the sender has a permission. Every query is restricted to them. */
export const casesWith = (request: FastifyRequest, permission: Permission): readonly string[] =>
  staffOf(request).permitted[permission];

/** @throws ProblemError `not-permitted` without the permission in this case */
export function requirePermission(request: FastifyRequest, permission: Permission, caseId: string): void {
  if (!casesWith(request, permission).includes(caseId)) throw new ProblemError('not-permitted');
}

/** The cookie of staff sessions. Unlike claimants', it is not sent after another site's link. */
export function staffCookie(publicUrl: URL) {
  const secure = publicUrl.protocol === 'https:';
  const name = hostCookieName('redress-staff', secure);
  const options = { ...cookieOptions(secure), sameSite: 'strict', httpOnly: true } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    /** A session cookie: it ends with the browser, unless the session ends earlier. */
    write: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, options),
    remove: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}

/** The senders of requests whose handlers required a fresh sign-in. */
const demanded = new WeakSet<StaffMember>();

/**
 * Requires a sign-in within the last minutes, like a route's `fresh`, where only some requests need
 * it. It is also required in the transactions that follow, which may have waited.
 * @throws ProblemError `fresh-sign-in-required`
 */
export function requireFresh(person: StaffMember): void {
  if (!person.isFresh) throw new ProblemError('fresh-sign-in-required');
  demanded.add(person);
}

/** @throws ProblemError unless the person may call the route */
function requireAccess({ access, fresh }: FastifyContextConfig, person: StaffMember | undefined): void {
  if (access === 'anyone') return;
  if (!person) throw new ProblemError('sign-in-required');
  if (access !== undefined && access !== 'signed-in' && person.permitted[access].length === 0)
    throw new ProblemError('not-permitted');
  if (fresh && !person.isFresh) throw new ProblemError('fresh-sign-in-required');
}

/** A file is sent for at most this long after a right has ended. */
const streamCheckMilliseconds = 1_000;

/**
 * Admits requests to the console's routes by their `access`, and checks again whenever time may
 * have passed: when the body has arrived, in every transaction, before personal data is answered,
 * and while a file is sent. Ending a session or taking a right away waits for admitted transactions
 * (`awaitRightsEnd`); later ones are refused.
 */
export function guardStaffRoutes(
  api: FastifyInstance,
  context: Pick<ConsoleContext, 'database' | 'now' | 'settlement' | 'publicUrl'>,
  routes: Map<string, Access>,
): void {
  const cookie = staffCookie(context.publicUrl);
  const isOpen = ({ routeOptions }: FastifyRequest) => routeOptions.config.access === 'anyone';
  api.decorateRequest('staff', undefined);
  api.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.access) throw new Error(`The route ${String(method)} ${url} does not say who may call it`);
    for (const each of [method].flat()) if (each !== 'HEAD') routes.set(`${each} ${url}`, config.access);
  });
  api.addHook('onRequest', async (request, reply) => {
    const isUse = request.headers[backgroundHeader] !== '1';
    const token = cookie.read(request);
    request.staff = token === undefined ? undefined : await findStaffSession(context, token, { isUse });
    if (isOpen(request)) return;
    if (!request.staff && token !== undefined) cookie.remove(reply);
    requireAccess(request.routeOptions.config, request.staff);
  });
  const findAgain = async (request: FastifyRequest, database: Database = context.database) => {
    const person = await findStaffSession({ ...context, database }, cookie.read(request) ?? '', { isUse: false });
    requireAccess(request.routeOptions.config, person);
    return person;
  };
  /** The handler relies on `request.staff`: no right in it may have ended. */
  const checkAgain = async (request: FastifyRequest, database?: Database) => {
    const person = await findAgain(request, database);
    const isHeld = ({ caseId, role }: RoleInCase) =>
      person?.roles.some((each) => each.caseId === caseId && each.role === role);
    if (!request.staff?.roles.every(isHeld))
      throw consoleProblem('not-permitted', 'Your roles have changed. Reload the page.');
    // A file's transfer may take longer than a sign-in stays fresh, so freshness is not checked
    // then.
    if (database && person && request.staff && demanded.has(request.staff)) requireFresh(person);
  };
  api.addHook('preHandler', async (request) => {
    if (!isOpen(request) && request.body !== undefined && request.body !== null)
      request.staff = await findAgain(request);
  });
  api.addHook('preHandler', (request, _reply, done) => {
    const { staff } = request;
    if (!staff || isOpen(request)) return done();
    return transactionCheck.run(async (transaction) => {
      await holdRights(transaction, staff.sessionId, staff.id);
      await checkAgain(request, transaction);
    }, done);
  });
  api.addHook('onSend', async (request, reply, payload) => {
    const { reads = 'nothing' } = request.routeOptions.config;
    if (reads === 'nothing' || isOpen(request) || reply.statusCode >= 300) return payload;
    if (!(payload instanceof Readable)) {
      await checkAgain(request);
      return payload;
    }
    // An error of the file is thrown to its next reader, but before the check there is none.
    payload.on('error', () => {});
    try {
      await checkAgain(request);
    } catch (error) {
      payload.destroy();
      throw error;
    }
    const passedOn = Readable.from(
      passOn(payload, context.now, () => checkAgain(request)),
      { objectMode: false },
    );
    // Also runs when the browser leaves before the first byte.
    return passedOn.once('close', () => payload.destroy());
  });
}

/** Passes a file on as long as `check` allows it. Otherwise the connection is cut. */
async function* passOn(file: AsyncIterable<unknown>, now: () => Date, check: () => Promise<void>): AsyncGenerator {
  let checkedAt = now();
  for await (const chunk of file) {
    if (now().getTime() - checkedAt.getTime() >= streamCheckMilliseconds) {
      await check();
      checkedAt = now();
    }
    yield chunk;
  }
}
