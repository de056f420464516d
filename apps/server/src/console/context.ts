import type { JobRunner } from '../platform/jobs/job-runner.ts';
import type { SiteContext } from '../site/context.ts';
import type { OidcClient } from './sign-in/oidc-client.ts';
import type { AdmitSignIn } from './sign-in/sign-in-guard.ts';

export interface ConsoleContext extends SiteContext {
  /** Undefined if the settlement has no identity provider for staff. */
  readonly oidc: OidcClient | undefined;
  readonly memberImports?: JobRunner;
  readonly letterBatches?: JobRunner;
  readonly admitSignIn: AdmitSignIn;
}
