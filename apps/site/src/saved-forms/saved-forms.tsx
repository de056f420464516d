import { savedFormFragment } from '@redress/contract/saved-form-link';
import { useEffect, useState } from 'react';
import { resolveWithin } from '../browser/resolve-within.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { SavableForm, SavedFormsProps } from './savable-form.ts';
import { keepsStored } from '../no-script/native-submit.ts';
import type * as LanguageSwitchEntry from '../no-script/language-switch.tsx';
import type * as SavedFormsEntry from './saved-forms-content.tsx';

/** Opens the dialog that saves the form. Absent if the server cannot send email. */
export function SaveButton(props: {
  readonly claimForm: Pick<SavableForm, 'session' | 'setSavedForms'>;
  readonly messages: SavedFormsProps['messages'];
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

/** Opens a link's form, and loads the code that saves and opens forms on demand. */
export function SavedForms(props: SavedFormsProps) {
  const { claimForm, messages } = props;
  const { afterSubmit, element, phase, restored, setSavedForms, uploads } = claimForm;
  const { task } = claimForm.savedForms;
  const [entry, setEntry] = useState<typeof SavedFormsEntry | 'failed'>();
  const [languageSwitch, setLanguageSwitch] = useState<typeof LanguageSwitchEntry>();

  // A saved form becomes a draft, too.
  useEffect(() => afterSubmit?.fillingObserver.noteDraft(restored), [afterSubmit, restored]);
  useEffect(() => {
    const openLink = () => {
      if (location.hash.startsWith(savedFormFragment)) setSavedForms({ task: 'open' });
    };
    openLink();
    addEventListener('hashchange', openLink);
    return () => removeEventListener('hashchange', openLink);
  }, [setSavedForms]);
  useEffect(() => {
    if (task === undefined || import.meta.env.SSR) return;
    void resolveWithin(import('./saved-forms-content.tsx')).then((loaded) => setEntry(loaded ?? 'failed'));
  }, [task]);

  useEffect(() => {
    if (!HAS_SPANISH || import.meta.env.SSR || keepsStored()) return;
    void resolveWithin(import('../no-script/language-switch.tsx')).then(setLanguageSwitch);
  }, []);

  const close = () => setSavedForms(({ opened }) => (opened ? { opened } : {}));
  if (entry === 'failed' && task !== undefined) {
    return (
      <Dialog title={filingMessages[messages.language].save} onClose={close}>
        <p role="alert">{loginMessages[messages.language].offline}</p>
        <button type="button" className="button" onClick={close}>
          {filingMessages[messages.language].back}
        </button>
      </Dialog>
    );
  }
  return (
    <>
      {languageSwitch && props.elsewhere && phase.name !== 'filed' && (
        <languageSwitch.LanguageSwitch
          to={props.elsewhere}
          form={element}
          uploads={uploads}
          language={messages.language}
        />
      )}
      {typeof entry === 'object' && <entry.SavedFormsContent {...props} close={close} />}
    </>
  );
}
