import { filingMessages } from '../messages/filing-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { SavableForm } from './savable-form.ts';

/** Opens the dialog that saves the form. Absent if the server cannot send email. */
export function SaveButton(props: {
  readonly claimForm: Pick<SavableForm, 'session' | 'setSavedForms'>;
  readonly messages: FormMessages;
  readonly className: 'button quiet' | 'link-button';
}) {
  const { claimForm, messages, className } = props;
  if (!claimForm.session?.savesForms) return null;
  return (
    <button type="button" className={className} onClick={() => claimForm.setSavedForms({ task: 'save' })}>
      {filingMessages[messages.language].save}
    </button>
  );
}
