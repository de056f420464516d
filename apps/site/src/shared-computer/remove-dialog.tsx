import type { Language } from '@redress/contract/language';
import { logOutAction, logOutField } from '@redress/contract/no-script-form';
import { createRoot } from 'react-dom/client';
import { removeOnLeaving } from '../browser/sync-sign-out.ts';
import { logOutMessages } from '../messages/log-out-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LogOutForm } from './log-out-form.tsx';

export interface RemoveDialogOptions {
  /** The log-out page. */
  readonly path: string;
  readonly language: Language;
  /** The activity that removing everything would interrupt. */
  readonly unfinished: 'unfiled' | 'uploading' | 'filed';
  /** Empties the form, so that browsers cannot restore it. */
  readonly onRemove?: () => void;
}

/** Asks before everything is removed. It loads on a click, so it has a separate React root. */
export function openRemoveDialog(options: RemoveDialogOptions): void {
  const container = document.body.appendChild(document.createElement('div'));
  const root = createRoot(container);
  const onClose = () => {
    root.unmount();
    container.remove();
  };
  root.render(<RemoveDialog {...options} onClose={onClose} />);
}

/** Leads to the log-out page, which reports the removal. */
function RemoveDialog(props: RemoveDialogOptions & { readonly onClose: () => void }) {
  const messages = logOutMessages[props.language];
  return (
    <Dialog title={messages.question} onClose={props.onClose}>
      <p>{messages.removeText}</p>
      <p>
        <strong>{messages.warnings[props.unfinished]}</strong>
      </p>
      <LogOutForm
        path={props.path}
        onSubmit={() => {
          props.onRemove?.();
          removeOnLeaving();
          // Browsers keep a page that was left in its last state, and show it again on Back.
          addEventListener('pagehide', () => (document.body.hidden = true));
        }}
      >
        <button className="button" name={logOutField} value={logOutAction.remove}>
          {messages.remove}
        </button>
        <button type="button" className="button quiet" onClick={props.onClose}>
          {messages.cancel}
        </button>
      </LogOutForm>
    </Dialog>
  );
}
