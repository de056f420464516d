import { noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import type { Language } from '@redress/contract/language';
import { type ClaimAction, type StatusClaimView, statusFields } from '@redress/contract/status-page';
import type { ReactNode } from 'react';
import type { StatusMessages } from '../messages/status-messages.ts';

/** Every form of a claim gets these. */
export interface ClaimFormProps {
  readonly action: string;
  readonly language: Language;
  readonly messages: StatusMessages;
  readonly view: StatusClaimView;
}

/**
 * A form of a signed-in claimant. Its buttons say what it does. It names its claim, because the
 * browser may be signed in to another one by the time it is sent.
 */
export function ActionForm(props: Pick<ClaimFormProps, 'action' | 'view'> & { readonly children: ReactNode }) {
  const { action, view, children } = props;
  return (
    <form method="post" encType="multipart/form-data" action={`${action}${noScriptSearch}#${outcomeId}`} noValidate>
      <input type="hidden" name={statusFields.claim} value={view.number} />
      {children}
    </form>
  );
}

export const actionButton = (name: Exclude<ClaimAction['name'], 'remove-file'>) =>
  ({ type: 'submit', name: statusFields.form, value: name }) as const;
