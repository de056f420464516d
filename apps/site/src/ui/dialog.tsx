import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A modal dialog of the browser, which traps the focus and returns it. */
export function Dialog(props: { readonly title: string; readonly onClose?: () => void; readonly children: ReactNode }) {
  const { onClose } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, because a dialog that closes after its removal does not return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    // Browsers before 2022 show it inline.
    if (typeof dialog.showModal === 'function') dialog.showModal();
    else dialog.setAttribute('open', '');
    return () => {
      dialog.close?.();
      placeCaret();
    };
  }, []);
  return (
    <dialog
      ref={element}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        // Escape closes it only if `onClose` does.
        event.preventDefault();
        onClose?.();
      }}
    >
      <h2 id={titleId}>{props.title}</h2>
      {props.children}
    </dialog>
  );
}

/**
 * Chromium returns the focus to a field while the dialog still makes it inert, so without a caret,
 * and the next typed characters would be lost.
 */
function placeCaret(): void {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  // Checkboxes have no caret.
  if (field.selectionStart === null) return;
  field.getBoundingClientRect(); // Computes the styles without the dialog.
  field.setSelectionRange(field.selectionStart, field.selectionEnd);
}
