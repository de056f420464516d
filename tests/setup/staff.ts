import type { SetupLink } from '@redress/contract/console/sign-in';
import { createStaffLink } from '@redress/server/console/sign-in/staff-links';
import { TestPasskey } from './authenticator.ts';
import { ConsoleTab } from './console.ts';
import { beforeDeadline, type TestServer } from './test-server.ts';

export const publicUrl = new URL('http://localhost:4300');

/** The browser's WebAuthn functions take these options. */
export interface Options {
  readonly challenge: string;
  readonly rpId?: string;
  readonly user?: { readonly id: string };
}

/** Makes the token of a new link, as a starting server or a command does. */
export async function createToken(server: TestServer, staffId: string | null = null): Promise<string> {
  const { database, now } = server;
  return tokenOf((await createStaffLink({ database, now: () => now, publicUrl }, staffId, null)).address);
}

export const tokenOf = (link: string): string => new URL(link).hash.slice(1);

export const entered = { name: 'Ada Admin', email: 'ada@example.com', worksWithClaims: false };

/** Uses a link in a new tab to create a passkey and sign in with it. */
export async function setUpWithPasskey(
  server: TestServer,
  token: string,
  person: Partial<typeof entered> = {},
): Promise<{ readonly tab: ConsoleTab; readonly passkey: TestPasskey; readonly personId: string }> {
  const tab = new ConsoleTab(server.app);
  const passkey = new TestPasskey();
  const account = { token, ...entered, ...person };
  const { body: options } = await tab.post<Options>('/setup/passkey-options', account);
  const { status, body, text } = await tab.post<{ personId: string }>('/setup/passkey', {
    ...account,
    passkeyName: 'Laptop',
    passkey: passkey.create(options),
  });
  if (status !== 200) throw new Error(`The account was not set up: ${text}`);
  return { tab, passkey, personId: body.personId };
}

export async function signInWithPasskey(tab: ConsoleTab, passkey: TestPasskey) {
  const { body: options } = await tab.post<Options>('/sign-in/passkey-options');
  return tab.post('/sign-in/passkey', { passkey: passkey.prove(options) });
}

export const readLink = (tab: ConsoleTab, token: string) => tab.post<SetupLink>('/setup/link', { token });

/** Resets a server to an installation without staff. */
export async function forgetStaff(server: TestServer): Promise<void> {
  server.now = beforeDeadline;
  // The order follows the references. Other tables are empty here, and some refuse to be emptied.
  const tables = ['approvals', 'staff_links', 'staff_passkeys', 'staff_passwords', 'staff_recovery_codes'];
  tables.push('staff_identities', 'staff_sessions', 'staff_roles', 'staff', 'login_failures');
  await server.query(tables.map((table) => `delete from ${table}`).join('; '));
}
