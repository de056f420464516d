import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

export const client = { id: 'redress-console', secret: 'only for tests, a client secret' };

/** The login form of this real OpenID Connect provider takes any name. */
export interface IdentityProvider {
  readonly issuer: URL;
  /** The provider's email addresses by account. */
  readonly emails: Map<string, string>;
  /** Publishes keys other than those of its signatures. */
  publishOtherKeys(): void;
  close(): Promise<void>;
}

export async function startIdentityProvider(redirectUris: string[]): Promise<IdentityProvider> {
  const emails = new Map<string, string>();
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => {};
  const server = createServer((request, response) => handle(request, response));
  server.listen(0, 'localhost');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: redirectUris,
        grant_types: ['authorization_code'],
        response_types: ['code'],
        require_auth_time: true,
      },
    ],
    claims: { openid: ['sub'], email: ['email'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, email: emails.get(id) ?? `${id}@example.com` }),
    }),
  });
  handle = provider.callback();
  return {
    issuer: new URL(issuer),
    emails,
    publishOtherKeys() {
      const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256' }] });
      const answer = provider.callback();
      handle = (request, response) => {
        if (request.url === '/jwks') response.setHeader('content-type', 'application/json').end(keys);
        else answer(request, response);
      };
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * Signs in at the provider like a browser. Returns the address that the browser is sent back to.
 */
export async function signInAtProvider(address: string, login: string, backTo: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next = new URL(address);
  let body: URLSearchParams | undefined;
  for (let steps = 0; steps < 12; steps += 1) {
    if (next.href.startsWith(backTo)) return next;
    const response = await fetch(next, {
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(body && { method: 'POST', body }),
    });
    body = undefined;
    for (const cookie of response.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';')[0]?.split('=', 2) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location !== null) {
      next = new URL(location, next);
      continue;
    }
    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`The provider shows no form: ${page.slice(0, 500)}`);
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1] ?? '';
    body = new URLSearchParams({ prompt, ...(prompt === 'login' && { login, password: 'any' }) });
    next = new URL(action, next);
  }
  throw new Error('The provider never sent the browser back');
}
