/** What a login shows that did not work. It loads only then. */
export { Toast } from '../ui/toast.tsx';
export { LoginHelp, NoCookies } from './login-help.tsx';
export { TypedIds } from './typed-ids.tsx';
