import { noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import type { ReactNode } from 'react';

/** A plain form to the log-out page. The pressed button selects the action. */
export function LogOutForm(props: {
  readonly path: string;
  readonly className?: string;
  /** Called before the browser sends the form. */
  readonly onSubmit?: () => void;
  readonly children: ReactNode;
}) {
  return (
    <form
      className={props.className ?? 'form-end'}
      method="post"
      encType="multipart/form-data"
      action={`${props.path}${noScriptSearch}#${outcomeId}`}
      onSubmit={props.onSubmit}
    >
      {props.children}
    </form>
  );
}
