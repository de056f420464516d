import { findUnconfirmedStatements } from '@redress/forms/unconfirmed-statements';
import { LoginExpiryDialog } from '../login/login-dialogs.tsx';
import { observeFilling } from '../observations/filling-observer.ts';
import { createClaimSender } from '../observations/send-claim.ts';
import { SaveButton } from '../saved-forms/save-button.tsx';
import { SavedForms } from '../saved-forms/saved-forms.tsx';
import { deleteSavedForm } from '../saved-forms/saved-forms-api.ts';
import { loadTusUpload } from '../uploads/resumable-upload.ts';
import { ChosenFiles } from '../uploads/chosen-files.tsx';
import { createFileInspector } from '../uploads/inspect-files.ts';
import { createUploader } from '../uploads/uploader.ts';
import { AnswerReview } from '../review/answer-review.tsx';
import { ConfirmationPanel } from './confirmation-panel.tsx';
import { phaseAfterFailure } from './phase-after-failure.ts';
import { SubmitDialog } from './submit-dialogs.tsx';

const fillingObserver = observeFilling();

/** What a form needs from the first file or SUBMIT on. Loads once a claimant fills in the form. */
export const afterSubmitEntry = {
  AnswerReview,
  ChosenFiles,
  ConfirmationPanel,
  LoginExpiryDialog,
  SaveButton,
  SavedForms,
  SubmitDialog,
  createFileInspector,
  createUploader,
  deleteSavedForm,
  fillingObserver,
  findUnconfirmedStatements,
  loadTusUpload,
  phaseAfterFailure,
  sendClaim: createClaimSender(fillingObserver),
};
