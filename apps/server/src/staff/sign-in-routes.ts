import {
  PasskeyOptionsSchema,
  PasskeyProofSchema,
  SignedInSchema,
  type SignInMethods,
  SignInMethodsSchema,
} from '@redress/contract/console/sign-in';
import { Type } from 'typebox';
import type { Api, AppContext, PluginOptions } from '../context.ts';
import { readBody } from '../http/json-body.ts';
import { ProblemError, problemResponses } from '../http/problem.ts';
import { enforceLimit } from '../http/rate-limits.ts';
import { offersPasskeys, proofOptions, verifyPasskey } from './passkeys.ts';
import { startSession } from './start-session.ts';

const signInUse = { purpose: 'sign-in', boundTo: '' } as const;

/** The ways to sign in that the login screen offers. */
export function signInMethods({ publicUrl }: Pick<AppContext, 'publicUrl'>): SignInMethods {
  return { passkeys: offersPasskeys(publicUrl), oidc: false };
}

/** Sign in: everything here is open to anybody, and counted. */
export async function signInRoutes(api: Api, { context }: PluginOptions): Promise<void> {
  const config = { access: 'anyone', reads: 'nothing' } as const;
  const problems = problemResponses(400, 401, 403, 429, 500, 503);
  api.get(
    '/sign-in',
    {
      config,
      schema: {
        summary: 'The ways to sign in',
        tags: ['console'],
        response: { 200: SignInMethodsSchema, ...problems },
      },
    },
    () => signInMethods(context),
  );
  api.post(
    '/sign-in/passkey-options',
    {
      config,
      schema: {
        summary: 'Options for the browser to sign in with a passkey',
        tags: ['console'],
        response: { 200: PasskeyOptionsSchema, ...problems },
      },
    },
    async (request) => {
      await enforceLimit(context, 'staff-sign-in-address', request.ip);
      return { ...(await proofOptions(context, signInUse)) };
    },
  );
  const PasskeySignInSchema = Type.Object({ passkey: PasskeyProofSchema });
  api.post(
    '/sign-in/passkey',
    {
      config,
      schema: {
        summary: 'Sign in with a passkey',
        tags: ['console'],
        body: PasskeySignInSchema,
        response: { 200: SignedInSchema, ...problems },
      },
    },
    async (request, reply) => {
      await enforceLimit(context, 'staff-sign-in-address', request.ip);
      const { passkey } = readBody(PasskeySignInSchema, request);
      const person = await verifyPasskey(context, passkey, signInUse);
      const signedIn = person && (await startSession(context, request, reply, person.staffId, { method: 'passkey' }));
      if (!signedIn) throw new ProblemError('sign-in-failed', { detail: passkeyUnknown });
      return signedIn;
    },
  );
}

const passkeyUnknown = {
  en: 'This passkey does not open the console. It may have been removed, or your account is disabled.',
  es: 'Esta llave de acceso no abre la consola. Quizá se eliminó o su cuenta está desactivada.',
};
