/** The parts of the page after a failed login, which load only then. */
export { Toast } from '../ui/toast.tsx';
export { LoginHelp, NoCookies } from './login-help.tsx';
export { TypedIds } from './typed-ids.tsx';
