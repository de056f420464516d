import type { FilingState } from '@redress/contract/session';
import type { FormPage } from '@redress/contract/settlement';
import type { AnyAnswers } from '@redress/forms/answers';
import type { ClaimForm } from '@redress/forms/definition';
import type { Dispatch, RefObject, SetStateAction } from 'react';
import type { FormStore } from '../fields/form-store.ts';
import type { FormElsewhere } from '../islands/island-data.ts';
import type { FillingObserver } from '../observations/filling-observer.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadList } from '../uploads/upload-list.ts';
import type { OpenedForm } from './saved-forms-api.ts';

/** The page's actions on saved forms, and the form that it opened. */
export interface SavedFormsState {
  readonly task?: 'save' | 'open';
  readonly opened?: OpenedForm;
}

/** The part of the form page's state that saving and opening need. */
export interface SavableForm {
  readonly form: ClaimForm;
  readonly store: FormStore;
  readonly element: RefObject<HTMLFormElement | null>;
  readonly uploads: UploadList | undefined;
  readonly phase: { readonly name: string };
  readonly state: FilingState;
  readonly session: { readonly savesForms?: boolean } | undefined;
  readonly restored: boolean;
  readonly afterSubmit: { readonly fillingObserver: FillingObserver } | undefined;
  readonly savedForms: SavedFormsState;
  readonly setSavedForms: Dispatch<SetStateAction<SavedFormsState>>;
  readonly openDraft: (answers: AnyAnswers) => void;
}

export interface SavedFormsProps {
  readonly page: FormPage;
  readonly claimForm: SavableForm;
  readonly messages: FormMessages;
  /** This page in the other language. */
  readonly elsewhere: FormElsewhere | null;
}

export interface SavedFormsContentProps extends SavedFormsProps {
  readonly close: () => void;
}
