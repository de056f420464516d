import { ConflictDialog } from '../form/conflict-dialog.tsx';
import { FiledPanel } from '../completion/filed-panel.tsx';
import { LoginDialog } from '../login/login-dialog.tsx';
import { keepTrying } from '../form/keep-trying.ts';
import { LoginEndDialog } from '../login/login-end-dialog.tsx';
import { WaitingDialog } from '../form/waiting-dialog.tsx';
import { createSender } from './sender.ts';
import { loadTus } from './upload-in-pieces.ts';

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
