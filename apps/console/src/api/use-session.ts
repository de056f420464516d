import type { Permission, StaffSession } from '@redress/contract/console/staff';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { deviceStorage, tabStorage } from '../browser/browser-storage.ts';
import { callApi } from './api-client.ts';
import { withoutFigures } from './first-requests.ts';

const passwordEmail = 'redress-password-email';

/** The email address of the tab's last person if they signed in with a password; otherwise ''. */
export const readPasswordEmail = (): string => tabStorage.read(passwordEmail) ?? '';

export const sessionQuery = {
  queryKey: ['session'],
  queryFn: async () => {
    const session = await callApi('GET /session', { isAsking: false });
    tabStorage.write(passwordEmail, session.method === 'password' ? session.person.email : '');
    deviceStorage.write(withoutFigures, session.permissions.figures.length === 0 ? 'yes' : '');
    return session;
  },
  staleTime: 60_000,
} as const;

/** Returns the signed-in person. Works only below the app shell, which waits for the session. */
export const useSession = (): StaffSession => useSuspenseQuery(sessionQuery).data;

const otherTabs = 'redress-console-sign-out';

/** Ends the session and removes this person's data from every tab. */
export async function signOut(): Promise<void> {
  await callApi('DELETE /session', { isAsking: false }).catch(() => undefined);
  new BroadcastChannel(otherTabs).postMessage('signed out');
  leave();
}

function leave(): void {
  // Drafts survive the end of a session, but not a sign-out: someone else may sign in next.
  tabStorage.clear();
  // A full page load clears the memory.
  location.assign('/console/sign-in');
}

/**
 * Signs this tab out when the person signs out in another one. Returns a function that stops this.
 */
export function whenSignedOutElsewhere(): () => void {
  const channel = new BroadcastChannel(otherTabs);
  channel.addEventListener('message', leave);
  return () => channel.close();
}

/** Whether the person has a permission, in one case or in any. False until the session is known. */
export function useCan(permission: Permission, caseId?: string): boolean {
  const cases = useQuery(sessionQuery).data?.permissions[permission] ?? [];
  return caseId === undefined ? cases.length > 0 : cases.includes(caseId);
}
