import { ConflictDialog } from '../widgets/conflict-dialog.tsx';
import { FiledPanel } from '../widgets/filed-panel.tsx';
import { LoginDialog } from '../widgets/login-dialog.tsx';
import { keepTrying } from '../filing/keep-trying.ts';
import { LoginEndDialog } from '../widgets/login-end-dialog.tsx';
import { WaitingDialog } from '../widgets/waiting-dialog.tsx';
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
