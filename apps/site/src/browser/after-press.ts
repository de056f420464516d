import { flushSync } from 'react-dom';

const checkEveryMs = 100;

/**
 * Runs `change`, which may move elements below it, once no button is pressed. A button that moves
 * away from the pressing finger or mouse gets no click: SUBMIT would do nothing. What React renders
 * is shown at once, because a press could begin before a later rendering.
 */
export function afterPress(change: () => void): void {
  if (document.querySelector('button:active')) setTimeout(() => afterPress(change), checkEveryMs);
  else flushSync(change);
}
