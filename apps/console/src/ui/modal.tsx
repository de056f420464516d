import { AlertDialog } from '@base-ui/react/alert-dialog';
import { Dialog } from '@base-ui/react/dialog';
import { type ReactNode, useRef } from 'react';

interface ModalProps {
  readonly title: ReactNode;
  readonly description?: ReactNode;
  /** Whether the dialog is a question, which a click outside does not close. */
  readonly isAlert?: boolean;
  /** Focuses the dialog instead of its first control, which may be far below its beginning. */
  readonly startsAtTop?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/**
 * A dialog over the screen, open while it is rendered. `Dialog.Close` among its children closes it.
 */
export function Modal({ title, description, isAlert = false, startsAtTop = false, onClose, children }: ModalProps) {
  const popup = useRef<HTMLDivElement>(null);
  const Root = isAlert ? AlertDialog.Root : Dialog.Root;
  return (
    <Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Backdrop className="dialog-backdrop" />
        <Dialog.Popup ref={popup} className="dialog" initialFocus={startsAtTop ? popup : true}>
          <Dialog.Title>{title}</Dialog.Title>
          {description !== undefined && <Dialog.Description>{description}</Dialog.Description>}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Root>
  );
}
