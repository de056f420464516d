const checkEveryMs = 100;

/**
 * Runs `change`, which may move what is below it, once no button is pressed. A button that moves away
 * from the finger or the mouse that presses it gets no click: after SUBMIT nothing would happen.
 */
export function afterPress(change: () => void): void {
  if (document.querySelector('button:active')) setTimeout(() => afterPress(change), checkEveryMs);
  else change();
}
