import { Toast } from '../ui/toast.tsx';
import { LoginHelp, NoCookies } from './login-help.tsx';
import { TypedIds } from './typed-ids.tsx';

/** What a login shows that did not work. It loads only then. */
export const loginFailure = { LoginHelp, NoCookies, Toast, TypedIds };
export type LoginFailure = typeof loginFailure;
