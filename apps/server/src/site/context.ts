import type { ClaimsContext } from '../claims/context.ts';
import type { Captcha } from './captcha/proof-of-work.ts';
import type { AdmitLogin } from './login/login-guard.ts';

/** The context of the website's routes. */
export interface SiteContext extends ClaimsContext {
  readonly captcha: Captcha;
  readonly admitLogin: AdmitLogin;
}
