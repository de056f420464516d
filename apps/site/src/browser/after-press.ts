const checkEveryMs = 100;

/**
 * Runs `change`, which may move elements below it, once no button is pressed. A button that moves
 * away from the pressing finger or mouse gets no click: SUBMIT would do nothing.
 */
export function afterPress(change: () => void): void {
  if (document.querySelector('button:active')) setTimeout(() => afterPress(change), checkEveryMs);
  else change();
}
