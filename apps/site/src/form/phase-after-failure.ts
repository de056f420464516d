import type { Language } from '@redress/contract/language';
import { type ApiFailure, failureReason, keepsCookies } from '../browser/api-client.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import { createFileTransfer } from '../no-script/native-submit.ts';
import type { UploadList } from '../uploads/upload-list.ts';
import type { SubmissionPhase } from './claim-submission.ts';

/**
 * The next phase after a submission that filed no claim and cannot be retried. Clears the chosen
 * files if the browser must submit the form, but no script can give it the files.
 */
export function phaseAfterFailure(failure: ApiFailure, language: Language, list?: UploadList): SubmissionPhase {
  const { code, claim, retryAfter, requestId } = failure;
  const messages = filingMessages[language].failures;
  const editing = (notice: string) => ({ name: 'editing', notice }) satisfies SubmissionPhase;
  const editingAfterError = (notice: string) =>
    editing(requestId === undefined ? notice : `${notice} ${messages.errorCode(requestId)}`);
  switch (code) {
    case 'login-required':
      return { name: 'login' };
    case 'key-used-for-other-answers':
      return claim ? { name: 'conflict', claim } : editing(messages.refused);
    case 'bad-token': {
      if (keepsCookies()) return editingAfterError(messages.refused);
      const losesFiles = list && list.uploads().length > 0 && !createFileTransfer();
      if (losesFiles) list.clear();
      const { filesAgain } = filingMessages[language];
      const notice = losesFiles ? `${messages.noCookies} ${filesAgain}` : messages.noCookies;
      return { ...editing(notice), submitsNatively: true };
    }
    case 'filing-closed':
      return { name: 'closed' };
    case 'offline':
    case 'overloaded':
      return editing(messages[failureReason(failure)]);
    case 'unavailable':
      return editingAfterError(messages[failureReason(failure)]);
    case 'too-many-requests':
      return editing(messages.tooMany(Math.ceil((retryAfter ?? 60) / 60)));
    default:
      return editingAfterError(messages.refused);
  }
}
