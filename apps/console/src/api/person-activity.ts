/** Input that counts as activity. Pointer moves do not, because some happen without the person. */
const events = ['keydown', 'pointerdown', 'wheel', 'click', 'input', 'popstate'] as const;

/** Whether the person was active since the last request. Opening the page counts. */
let isActive = true;

export function noteActivity(): void {
  isActive = true;
}

/** Records activity until the returned function is called. */
export function watchActivity(): () => void {
  for (const event of events) addEventListener(event, noteActivity, { capture: true, passive: true });
  return () => {
    for (const event of events) removeEventListener(event, noteActivity, { capture: true });
  };
}

/** Whether the person was active since the last call. */
export function takeActivity(): boolean {
  const wasActive = isActive;
  isActive = false;
  return wasActive;
}
