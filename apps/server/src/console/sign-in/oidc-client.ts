import * as oidc from 'openid-client';

/** The organization's identity provider (OpenID Connect). */
export interface OidcConfig {
  /** The only issuer whose tokens are accepted. */
  readonly issuer: URL;
  readonly clientId: string;
  readonly clientSecret: string;
  /** For the button. */
  readonly name: string;
}

/** What the browser keeps while somebody is at the provider. */
export interface OidcSecrets {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  /** The provider has to ask who it is, even if it knows them already. */
  readonly isFresh: boolean;
}

/** Somebody whom the provider knows. Only issuer and subject identify them. */
export interface OidcPerson {
  readonly issuer: string;
  readonly subject: string;
  /** For display. */
  readonly email: string | undefined;
  /** When they proved to the provider who they are, if it says so. */
  readonly authenticatedAt: Date | undefined;
}

export type OidcClient = ReturnType<typeof createOidcClient>;

/** Authorization code flow with PKCE, state and nonce. */
export function createOidcClient({ issuer, clientId, clientSecret, name }: OidcConfig, publicUrl: URL) {
  const redirectUri = `${publicUrl.origin}/api/console/oidc/callback`;
  let discovered: Promise<oidc.Configuration> | undefined;
  // With the first sign-in, and again if it failed: the server starts without the provider.
  const discover = () =>
    (discovered ??= oidc
      .discovery(issuer, clientId, clientSecret, undefined, {
        execute: [
          // Also verifies signatures of ID tokens, which came over TLS from the provider itself.
          oidc.enableNonRepudiationChecks,
          // `readConfig` accepts http for this machine only.
          ...(issuer.protocol === 'http:' ? [oidc.allowInsecureRequests] : []),
        ],
        timeout: 10,
      })
      .catch((error: unknown) => {
        discovered = undefined;
        throw error;
      }));
  return {
    name,
    /** The provider's address for a sign-in, and what the browser has to keep for its answer. */
    async start(isFresh: boolean): Promise<{ readonly address: string; readonly secrets: OidcSecrets }> {
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
      const tokens = await oidc.authorizationCodeGrant(await discover(), new URL(`${redirectUri}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
        // The provider said when: not before this sign-in began, give or take the clocks.
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
