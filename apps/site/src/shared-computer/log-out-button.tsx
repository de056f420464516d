import { logOutAction, logOutField } from '@redress/contract/no-script-form';
import { LogOutForm } from './log-out-form.tsx';

/** Logs out, and leads to the page that confirms it. A plain form, which needs no JavaScript. */
export function LogOutButton({ path, label }: { readonly path: string; readonly label: string }) {
  return (
    <LogOutForm path={path} className="log-out">
      <button className="link-button" name={logOutField} value={logOutAction.logOut}>
        {label}
      </button>
    </LogOutForm>
  );
}
