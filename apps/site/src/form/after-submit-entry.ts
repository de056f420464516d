import type { Language } from '@redress/contract/language';
import type { ClaimForm, Form } from '@redress/forms/definition';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { findUnconfirmedStatements } from '@redress/forms/unconfirmed-statements';
import { afterPress } from '../browser/after-press.ts';
import type { ApiFailure } from '../browser/api-client.ts';
import { listFields } from '../fields/form-controls.ts';
import { LoginExpired, LoginExpiryDialog } from '../login/login-dialogs.tsx';
import { filingMessages } from '../messages/filing-messages.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { observeFilling } from '../observations/filling-observer.ts';
import { createClaimSender } from '../observations/send-claim.ts';
import { SaveButton, SavedForms } from '../saved-forms/saved-forms.tsx';
import { deleteSavedForm } from '../saved-forms/saved-forms-api.ts';
import { loadTusUpload } from '../uploads/resumable-upload.ts';
import { ChosenFiles } from '../uploads/chosen-files.tsx';
import { createFileInspector } from '../uploads/inspect-files.ts';
import { createUploader, type UploaderOptions } from '../uploads/uploader.ts';
import { AnswerReview } from '../review/answer-review.tsx';
import { ConfirmationPanel } from './confirmation-panel.tsx';
import { createFileTransfer, returnFiles } from '../no-script/native-submit.ts';
import { phaseAfterFailure } from './phase-after-failure.ts';
import { SubmitDialog } from './submit-dialogs.tsx';

/**
 * The field that keeps the files that a native submit sends. Undefined if a script can return them,
 * which is so in all but a few old browsers.
 */
export async function loadNativeUploads() {
  if (createFileTransfer()) return undefined;
  return (await import('../no-script/no-script-uploads-field.tsx')).NoScriptUploadsField;
}

/** Undefined for a form without documents. */
export type Uploads = Pick<UploaderOptions, 'list' | 'item' | 'resource'> | undefined;

/**
 * Code that a form needs for the first file and for SUBMIT. Loads once a claimant starts to fill in
 * the form, and then observes how it is filled in.
 */
export function createAfterSubmit(
  uploads: Uploads,
  uploadMessages: UploadMessages,
  /** Set for forms that require a login. */
  loginForm: Form | undefined,
  NoScriptUploadsField: Awaited<ReturnType<typeof loadNativeUploads>>,
) {
  const fillingObserver = observeFilling();
  return {
    AnswerReview,
    ChosenFiles,
    ConfirmationPanel,
    LoginExpired: HAS_LOGIN ? LoginExpired : undefined,
    LoginExpiryDialog: HAS_LOGIN ? LoginExpiryDialog : undefined,
    NoScriptUploadsField,
    SaveButton,
    SavedForms,
    SubmitDialog,
    afterPress,
    deleteSavedForm,
    /** Says what a restored draft lacks. */
    describeDraft: (form: ClaimForm, language: Language) =>
      filingMessages[language].draftRestored(listFields(form).some(holdsTaxIds)),
    fillingObserver,
    findUnconfirmedStatements,
    loadTusUpload,
    phaseAfterFailure: (failure: ApiFailure, language: Language) => phaseAfterFailure(failure, language, uploads?.list),
    returnFiles,
    sendClaim: createClaimSender(fillingObserver),
    uploadMessages,
    loginForm,
    inspectFiles: uploads && createFileInspector(uploads.item, uploadMessages),
    uploader: uploads && createUploader({ ...uploads, uploadMessages }),
  };
}
