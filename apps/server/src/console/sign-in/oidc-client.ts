import type * as openid from 'openid-client';

const loadOidc = () => import('openid-client');

/** The organization's identity provider (OpenID Connect). */
export interface OidcConfig {
  /** The only issuer whose tokens are accepted. */
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The name on the button. */
  readonly name: string;
}

/** The browser keeps these while the person is at the provider. */
export interface OidcSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** Whether the provider has to ask for a sign-in, even if it knows the person already. */
  readonly isFresh: boolean;
}

/** A person whom the provider identified. Only issuer and subject identify them. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  /** For display only. */
  readonly email: string | undefined;
  /** The time of their sign-in at the provider, if the provider reports it. */
  readonly authenticatedAt: Date | undefined;
}

export type OidcClient = ReturnType<typeof createOidcClient>;

/** Authorization code flow with PKCE, state and nonce. */
export function createOidcClient({ issuer, clientId, clientSecret, name }: OidcConfig, publicUrl: URL) {
  const redirectUri = `${publicUrl.origin}/api/console/oidc/callback`;
  let discovered: Promise<openid.Configuration> | undefined;
  // Runs at the first sign-in, and again after a failure, so the server can start without it.
  const discover = () =>
    (discovered ??= loadOidc()
      .then((oidc) =>
        oidc.discovery(issuer, clientId, clientSecret, undefined, {
          execute: [
            // Also verifies signatures of ID tokens, although they came over TLS.
            oidc.enableNonRepudiationChecks,
            // `readConfig` accepts http only for the local machine.
            ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
          ],
          timeout: 10,
        }),
      )
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      }));
  return {
    name,
    /** The provider's sign-in address, and the secrets that the browser keeps for the answer. */
    async start(isFresh: boolean): Promise<{ readonly address: string; readonly secrets: OidcSecrets }> {
      const oidc = await loadOidc();
      const secrets = {
        state: oidc.randomState(),
        nonce: oidc.randomNonce(),
        verifier: oidc.randomPKCECodeVerifier(),
        isFresh,
      };
      const address = oidc.buildAuthorizationUrl(await discover(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        ...(isFresh && { max_age: '0', prompt: 'login' }),
      });
      return { address: address.href, secrets };
    },
    /** @throws an error of the provider, or because its answer is not for these secrets */
    async finish(query: string, { state, nonce, verifier, isFresh }: OidcSecrets): Promise<OidcPerson> {
      const oidc = await loadOidc();
      const tokens = await oidc.authorizationCodeGrant(await discover(), new URL(`${redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        // The provider reports the time of the sign-in: it must not be before this flow began,
        // within the tolerance for clocks.
        ...(isFresh && { maxAge: 60 }),
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The identity provider sent no ID token');
      const email = claims['email'];
      return {
        issuer: claims.iss,
        subject: claims.sub,
        email: typeof email === 'string' ? email.slice(0, 320) : undefined,
        authenticatedAt: claims.auth_time === undefined ? undefined : new Date(claims.auth_time * 1_000),
      };
    },
  };
}
