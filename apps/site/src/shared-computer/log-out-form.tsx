import { noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import type { ReactNode } from 'react';

/** A plain form to the log-out page, whose pressed button says what to end. */
export function LogOutForm(props: {
  readonly path: string;
  readonly className?: string;
  /** Before the browser sends it. */
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
