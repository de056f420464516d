import type { Permission, RoleInCase } from '@redress/contract/console/staff';
import { backgroundHeader } from '@redress/contract/http-headers';
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Readable } from 'node:stream';
import type { ConsoleContext } from '../context.ts';
import { type Database, transactionCheck } from '../../platform/database/pool.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { cookieOptions, hostCookieName } from '../../platform/http/signed-cookies.ts';
import { findStaffSession, holdRights, type StaffMember } from './staff-sessions.ts';

/** Who may call a route: anybody, everybody who is signed in, or who has a permission somewhere. */
export type Access = 'anyone' | 'signed-in' | Permission;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the console has it. */
    readonly access?: Access;
    /** The route demands that the person signed in within the last minutes. */
    readonly fresh?: boolean;
  }
  interface FastifyRequest {
    staff: StaffMember | undefined;
  }
  interface FastifyInstance {
    /** Who may call each route of the console: `GET /api/console/session`. For tests. */
    readonly consoleRoutes: Map<string, Access>;
  }
}

/** The person who sent a request to a route that is not for anybody. */
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

/** The cookie of staff sessions. Unlike claimants' cookies, no link from elsewhere sends it. */
export function staffCookie(publicUrl: URL) {
  const secure = publicUrl.protocol === 'https:';
  const name = hostCookieName('redress-staff', secure);
  const options = { ...cookieOptions(secure), sameSite: 'strict', httpOnly: true } as const;
  return {
    read: (request: FastifyRequest): string | undefined => request.cookies[name],
    /** A session cookie: it ends with the browser, if the session does not end before. */
    write: (reply: FastifyReply, token: string) => void reply.setCookie(name, token, options),
    remove: (reply: FastifyReply) => void reply.clearCookie(name, options),
  };
}

/** People of whom the handler of their request demanded a fresh sign-in. */
const demanded = new WeakSet<StaffMember>();

/**
 * Demands a sign-in within the last minutes, as `fresh` of a route does, where only some requests
 * need one: also in the transactions that follow, which may have waited.
 * @throws ProblemError `fresh-sign-in-required`
 */
export function requireFresh(person: StaffMember): void {
  if (!person.isFresh) throw new ProblemError('fresh-sign-in-required');
  demanded.add(person);
}

/** @throws ProblemError unless somebody may call a route */
function requireAccess({ access, fresh }: FastifyContextConfig, person: StaffMember | undefined): void {
  if (access === 'anyone') return;
  if (!person) throw new ProblemError('sign-in-required');
  if (access !== undefined && access !== 'signed-in' && person.permitted[access].length === 0)
    throw new ProblemError('not-permitted');
  if (fresh && !person.isFresh) throw new ProblemError('fresh-sign-in-required');
}

/** How much of a file may still be sent after a right has ended, in milliseconds. */
const streamCheckMilliseconds = 1_000;

/**
 * Lets requests reach the routes of the console only as their `access` says, and asks again
 * whenever time may have passed: when the body has arrived, in every transaction, before personal
 * data is answered, and while a file is sent. Who ends a session or takes a right away waits for
 * transactions that were let in (`endRights`), and afterwards none is.
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
  /** The handler goes by `request.staff`: nothing that it says may have ended. */
  const checkAgain = async (request: FastifyRequest, database?: Database) => {
    const person = await findAgain(request, database);
    const isHeld = ({ caseId, role }: RoleInCase) =>
      person?.roles.some((each) => each.caseId === caseId && each.role === role);
    if (!request.staff?.roles.every(isHeld))
      throw consoleProblem('not-permitted', 'Your roles have changed. Reload the page.');
    // A file that is being sent may take longer.
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
    // A file that cannot be read says so to whoever reads it next: nobody does before the check.
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
    // Also when the browser leaves before the first byte.
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
