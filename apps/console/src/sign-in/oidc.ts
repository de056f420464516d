import type { OidcStart } from '@redress/contract/console/sign-in';
import { ApiError, callApi } from '../api/api-client.ts';

/** Notifies the website's other tabs that a window has signed in. */
const channelName = 'redress-console-oidc';

/** Goes to the organization's identity provider, which returns to the console. */
export async function goToProvider(wanted: OidcStart): Promise<void> {
  const { address } = await callApi('POST /oidc/start', { body: wanted });
  location.assign(address);
}

/** Opens the provider in a new window, so that the screen stays. */
export async function openProviderWindow(): Promise<void> {
  // Opens it at once: browsers allow new windows only while they handle a click.
  const child = window.open('', '', 'popup,width=520,height=680');
  if (!child)
    throw new ApiError('device', 0, 'Your browser blocked the window. Allow windows for this website, then try again.');
  const body: OidcStart = { purpose: 'sign-in', isPopup: true };
  try {
    const { address } = await callApi('POST /oidc/start', { body, isAsking: false });
    child.location.href = address;
  } catch (error) {
    child.close();
    throw error;
  }
}

/** Calls back when the new window has signed in. Returns a function that stops this. */
export function whenWindowSignsIn(callBack: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.addEventListener('message', callBack);
  return () => channel.close();
}

/** Runs in the new window once the person has signed in there. */
export function reportSignIn(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage('signed in');
  channel.close();
  window.close();
}

/** The reasons that a person returns from the provider without being signed in. */
export const oidcProblems: Readonly<Record<string, string>> = {
  failed: 'The identity provider didn’t sign you in. Try again, or sign in another way.',
  expired: 'That took too long, or was started in another browser. Try again.',
  unknown:
    'Your identity provider account isn’t linked to an account here. Sign in another way, then link it under “Your account,” or open your invitation again.',
  taken: 'Your identity provider account is already linked to another account here.',
  link: 'The link is no longer valid. Ask for a new one.',
};
