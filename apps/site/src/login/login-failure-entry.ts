import { Toast } from '../ui/toast.tsx';
import { LoginHelp } from './login-help.tsx';

/** What a login with unknown IDs shows. It loads only then. */
export const loginFailure = { LoginHelp, Toast };
export type LoginFailure = typeof loginFailure;
