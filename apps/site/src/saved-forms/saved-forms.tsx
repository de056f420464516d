import { savedFormFragment } from '@redress/contract/saved-form-link';
import type { FormPage } from '@redress/contract/settlement';
import type { FilingState } from '@redress/contract/session';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import { type Dispatch, type RefObject, type SetStateAction, useEffect, useState } from 'react';
import type { FormStore } from '../fields/form-store.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import type { OpenedForm } from './saved-forms-api.ts';
import type { savedFormsEntry } from './saved-forms-entry.ts';

/** What the page does with saved forms, and the one that it opened. */
export interface SavedFormsState {
  readonly task?: 'save' | 'open';
  readonly opened?: OpenedForm;
}

/** The state of the form page that saving and opening need. */
export interface SavableForm {
  readonly form: ClaimForm;
  readonly store: FormStore;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly phase: { readonly name: string };
  readonly state: FilingState;
  readonly session: { readonly savesForms?: boolean } | undefined;
  readonly restored: boolean;
  readonly savedForms: SavedFormsState;
  readonly setSavedForms: Dispatch<SetStateAction<SavedFormsState>>;
  readonly openDraft: (answers: AnyAnswers) => void;
}

export interface SavedFormsProps {
  readonly page: FormPage;
  readonly claimForm: SavableForm;
  readonly messages: FormMessages;
}

/** Opens the form of a link, and loads what saves and opens forms when it is needed. */
export function SavedForms(props: SavedFormsProps) {
  const { claimForm, messages } = props;
  const { setSavedForms } = claimForm;
  const { task } = claimForm.savedForms;
  const [entry, setEntry] = useState<typeof savedFormsEntry | 'failed'>();

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
    import('./saved-forms-entry.ts').then(
      (loaded) => setEntry(loaded.savedFormsEntry),
      () => setEntry('failed'),
    );
  }, [task]);

  const close = () => setSavedForms(({ opened }) => (opened ? { opened } : {}));
  if (entry === 'failed' && task !== undefined) {
    return (
      <Dialog title={messages.save} onClose={close}>
        <p role="alert">{loginMessages[messages.language].offline}</p>
        <button type="button" className="button" onClick={close}>
          {filingMessages[messages.language].back}
        </button>
      </Dialog>
    );
  }
  return typeof entry === 'object' && <entry.SavedFormsContent {...props} close={close} />;
}
