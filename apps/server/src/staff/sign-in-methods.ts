import type { SignInMethods } from '@redress/contract/console/sign-in';
import type { AppContext } from '../context.ts';
import { offersPasskeys } from './passkeys.ts';

/** The ways to sign in that this installation offers. */
export function signInMethods({ publicUrl, oidc }: Pick<AppContext, 'publicUrl' | 'oidc'>): SignInMethods {
  return { passkeys: offersPasskeys(publicUrl), oidc: oidc?.name ?? null };
}
