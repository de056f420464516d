import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

/** A modal dialog, which traps the focus and returns it. */
export function Dialog(props: { readonly title: string; readonly onClose?: () => void; readonly children: ReactNode }) {
  const { onClose } = props;
  const element = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A layout effect, because a dialog that closes after its removal does not return the focus.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    if (typeof dialog.showModal !== 'function') return coverPage(dialog);
    dialog.showModal();
    return () => {
      dialog.close();
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
      // A second Escape, or Back on Android, closes it without asking.
      onClose={() => element.current?.showModal()}
    >
      <h2 id={titleId}>{props.title}</h2>
      {props.children}
    </dialog>
  );
}

/**
 * Safari before 15.4 and Firefox before 98 do not know dialogs. The style sheet lets this one cover
 * the page.
 */
function coverPage(dialog: HTMLElement): () => void {
  const before = document.activeElement;
  dialog.setAttribute('open', '');
  dialog.setAttribute('role', 'dialog');
  dialog.setAttribute('aria-modal', 'true');
  dialog.tabIndex = -1;
  dialog.addEventListener('keydown', ({ key }) => {
    if (key === 'Escape') dialog.dispatchEvent(new Event('cancel'));
  });
  const keepFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && !target.closest('.dialog')) dialog.focus();
  };
  document.addEventListener('focusin', keepFocus);
  dialog.focus();
  return () => {
    document.removeEventListener('focusin', keepFocus);
    if (before instanceof HTMLElement) before.focus();
  };
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
