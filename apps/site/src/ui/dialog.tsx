import { useId, useLayoutEffect, useRef } from 'react';
import type { ReactNode } from 'react';

/** A question over the page, by the browser's own modal dialog: it keeps the focus inside and gives it back. */
export function Dialog(props: { readonly title: string; readonly onClose?: () => void; readonly children: ReactNode }) {
  const { onClose } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // Not a plain effect: closed after it has left the page, a dialog gives the focus back to nobody.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    // Browsers before 2022 have no modal dialogs: there it is an open box with the same question.
    if (typeof dialog.showModal === 'function') dialog.showModal();
    else dialog.setAttribute('open', '');
    return () => dialog.close?.();
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Esc: the page decides whether the question may stay unanswered.
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={titleId}>{props.title}</h2>
      {props.children}
    </dialog>
  );
}
