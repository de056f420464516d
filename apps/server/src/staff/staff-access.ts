import type { Permission } from '@redress/contract/console/staff';
import { backgroundHeader } from '@redress/contract/http-headers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { ProblemError } from '../http/problem.ts';
import { cookieOptions, hostCookieName } from '../http/signed-cookies.ts';
import { findStaffSession, type StaffMember } from './staff-sessions.ts';

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

/** Lets requests reach the routes of the console only as their `access` says. */
export function guardStaffRoutes(
  api: FastifyInstance,
  context: Pick<AppContext, 'database' | 'now' | 'settlement' | 'publicUrl'>,
  routes: Map<string, Access>,
): void {
  const cookie = staffCookie(context.publicUrl);
  api.decorateRequest('staff', undefined);
  api.addHook('onRoute', ({ config, method, url }) => {
    if (!config?.access) throw new Error(`The route ${String(method)} ${url} does not say who may call it`);
    for (const each of [method].flat()) if (each !== 'HEAD') routes.set(`${each} ${url}`, config.access);
  });
  api.addHook('onRequest', async (request, reply) => {
    const { access, fresh } = request.routeOptions.config;
    const isUse = request.headers[backgroundHeader] !== '1';
    const token = cookie.read(request);
    request.staff = token === undefined ? undefined : await findStaffSession(context, token, { isUse });
    if (access === 'anyone') return;
    if (!request.staff) {
      if (token !== undefined) cookie.remove(reply);
      throw new ProblemError('sign-in-required');
    }
    if (access !== undefined && access !== 'signed-in' && request.staff.permitted[access].length === 0)
      throw new ProblemError('not-permitted');
    if (fresh && !request.staff.isFresh) throw new ProblemError('fresh-sign-in-required');
  });
}
