import type { OidcStart } from '@redress/contract/console/sign-in';
import { callApi } from '../api/api-client.ts';

/** Tells the tabs of this website that a window has signed in. */
const channelName = 'redress-console-oidc';

/** Goes to the organization's identity provider, which comes back to the console. */
export async function goToProvider(wanted: OidcStart): Promise<void> {
  const { address } = await callApi<{ address: string }>('/oidc/start', { method: 'POST', body: wanted });
  location.assign(address);
}

/** Signs in at the provider in a window of its own, so that the screen stays. Resolves when it comes back. */
export async function signInByWindow(): Promise<void> {
  // At once: browsers allow windows only while they handle a click.
  const child = window.open('', '', 'popup,width=520,height=680');
  const body: OidcStart = { purpose: 'sign-in', isPopup: true };
  const { address } = await callApi<{ address: string }>('/oidc/start', { method: 'POST', body, isAsking: false });
  if (child) child.location.href = address;
  const channel = new BroadcastChannel(channelName);
  await new Promise<void>((resolve) => channel.addEventListener('message', () => resolve(), { once: true }));
  channel.close();
}

/** In such a window, once it is signed in. */
export function reportSignIn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed in');
  channel.close();
  window.close();
}

/** Why somebody comes back from the provider without being signed in. */
export const oidcProblems: Readonly<Record<string, string>> = {
  failed: 'The identity provider did not sign you in. Try again, or sign in another way.',
  expired: 'That took too long, or was started in another browser. Try again.',
  unknown:
    'Your account at the identity provider is not linked to an account here. Sign in another way, then link it under “Your account”, or open your invitation again.',
  taken: 'That account at the identity provider belongs to another account here.',
  link: 'The link is not valid any more. Ask for a new one.',
};
