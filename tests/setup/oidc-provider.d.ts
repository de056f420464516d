/** The package has no types. Tests use this part. */
declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http';

  interface Account {
    readonly accountId: string;
    readonly claims: () => Readonly<Record<string, unknown>>;
  }
  export class Provider {
    constructor(
      issuer: string,
      configuration: Readonly<Record<string, unknown>> & {
        readonly findAccount: (context: unknown, id: string) => Account;
      },
    );
    callback(): RequestListener;
  }
}
