import { ConflictDialog } from './conflict-dialog.tsx';
import { FiledPanel } from './confirmation-panel.tsx';
import { LoginDialog } from '../login/login-dialog.tsx';
import { keepTrying } from '../browser/retry.ts';
import { LoginEndDialog } from '../login/login-dialogs.tsx';
import { WaitingDialog } from './submit-dialogs.tsx';
import { createSender } from '../uploads/uploader.ts';
import { loadTus } from '../uploads/resumable-upload.ts';

/** What `filing/after-submit.ts` loads, as one chunk. */
export const afterSubmitParts = {
  ConflictDialog,
  FiledPanel,
  LoginDialog,
  LoginEndDialog,
  WaitingDialog,
  createSender,
  keepTrying,
  loadTus,
};
