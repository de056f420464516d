import { Toast } from '../ui/toast.tsx';
import { LoginHelp } from './login-help.tsx';
import { TypedIds } from './typed-ids.tsx';

/** What a login with unknown IDs shows. It loads only then. */
export const loginFailure = { LoginHelp, Toast, TypedIds };
export type LoginFailure = typeof loginFailure;
