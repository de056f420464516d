import { useEffect, useId, useRef } from 'react';
import type { ReactNode } from 'react';

/** A question over the page, by the browser's own modal dialog: it keeps the focus inside and gives it back. */
export function Dialog(props: { readonly title: string; readonly onClose?: () => void; readonly children: ReactNode }) {
  const { onClose } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    const dialog = element.current;
    dialog?.showModal();
    return () => dialog?.close();
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
