import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';

interface ModalProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Whether the dialog is a question, which a click outside does not close. */
  readonly isAlert?: boolean;
  /** Only its buttons close it, because what it shows cannot be shown again. */
  readonly keepsOpen?: boolean;
  /** Focuses the dialog instead of its first control, which may be far below its beginning. */
  readonly startsAtTop?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog over the screen, open while it is rendered. `Dialog.Close` among its children closes it.
 * Once something was entered, a click outside does not, and in a field, Escape only leaves it.
 */
export function Modal(props: ModalProps) {
  const { title, description, isAlert = false, keepsOpen = false, startsAtTop = false, onClose, children } = props;
  const popup = useRef<HTMLDivElement>(null);
  const focused = useRef<HTMLElement>(null);
  const hasInput = useRef(false);
  const Root = isAlert ? AlertDialog.Root : Dialog.Root;
  const close = (_: boolean, { reason, cancel }: Dialog.Root.ChangeEventDetails) => {
    const isInField = document.activeElement?.matches('input, select, textarea') === true;
    const isRefused =
      reason === 'outside-press'
        ? keepsOpen || hasInput.current
        : reason === 'escape-key' && (keepsOpen || (hasInput.current && isInField));
    if (!isRefused) return onClose();
    cancel();
    // A press outside takes the focus from a field, and the next Escape would close the dialog.
    (reason === 'escape-key' ? popup : focused).current?.focus();
  };
  return (
    <Root open onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup
          ref={popup}
          className="dialog"
          initialFocus={startsAtTop ? popup : true}
          onFocus={({ target }) => {
            focused.current = target;
          }}
          onInput={() => {
            hasInput.current = true;
          }}
        >
          <Dialog.Title>{title}</Dialog.Title>
          {description !== undefined && <Dialog.Description>{description}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  );
}
