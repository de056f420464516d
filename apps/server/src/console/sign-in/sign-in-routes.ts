import { signInApi } from '@redress/contract/console/sign-in';
import { loginWorkHeader } from '@redress/contract/http-headers';
import type { FastifyRequest } from 'fastify';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { enforceLimit } from '../../platform/http/rate-limits.ts';
import { proofOptions, signInMethods, verifyPasskey } from './passkeys.ts';
import { normalizeEmail } from './set-up-account.ts';
import { recordFailedSignIn, verifyPasswordSignIn } from './staff-passwords.ts';
import { startSession } from './start-session.ts';

const signInUse = { purpose: 'sign-in', boundTo: '' } as const;

/** Sign-in. These routes are open to everyone, and rate-limited. */
export async function signInRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, signInApi);
  const config = { access: 'anyone', reads: 'nothing', problems: [400, 401, 403, 429] } as const;
  // Requests with wrong bodies count, too.
  api.addHook('preHandler', async ({ method, ip }) => {
    if (method === 'POST') await enforceLimit(context, 'staff-sign-in-address', ip);
  });
  const admit = ({ headers, ip }: FastifyRequest, account: string) => {
    const work = headers[loginWorkHeader];
    return context.admitSignIn({
      account,
      address: ip,
      work: typeof work === 'string' ? work : undefined,
      now: context.now(),
    });
  };
  const { name } = context.settlement.site;
  route('GET /sign-in', config, () => ({ ...signInMethods(context), settlement: name }));
  route('POST /sign-in/passkey-options', config, async () => ({
    ...(await proofOptions(context, signInUse)),
  }));
  route('POST /sign-in/passkey', config, async (request, reply) => {
    const { passkey } = request.body;
    const settle = await admit(request, `passkey ${passkey.id}`);
    const person = await verifyPasskey(context, passkey, signInUse);
    const used = { method: 'passkey', id: Buffer.from(passkey.id, 'base64url') } as const;
    const signedIn = person && (await startSession(context, request, reply, person.staffId, { used }));
    await settle(signedIn !== undefined);
    if (!signedIn)
      throw consoleProblem(
        'sign-in-failed',
        'This passkey doesn’t open the console. It may have been removed, or your account is disabled.',
      );
    return signedIn;
  });
  route('POST /sign-in/password', config, async (request, reply) => {
    const { body: typed } = request;
    const email = normalizeEmail(typed.email);
    const settle = await admit(request, email);
    const verified = await verifyPasswordSignIn(context, { ...typed, email });
    const signedIn = verified.isFailure
      ? undefined
      : await startSession(context, request, reply, verified.staffId, verified);
    await settle(signedIn !== undefined);
    if (verified.isFailure)
      void recordFailedSignIn(context, verified).catch((error: unknown) =>
        request.log.error(error, 'a failed sign-in was not recorded'),
      );
    if (!signedIn)
      throw consoleProblem(
        'sign-in-failed',
        'The email address, password, or code is wrong. An app’s code works for one minute and only once.',
      );
    return signedIn;
  });
}
