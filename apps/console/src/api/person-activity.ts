/** What people do with a screen. The pointer's moves are left out: some come by themselves. */
const events = ['keydown', 'pointerdown', 'wheel', 'click', 'input', 'popstate'] as const;

/** Whether the person did something since the last request. They have just opened the page. */
let isActive = true;

export function noteActivity(): void {
  isActive = true;
}

/** Notes what the person does, until the function that it returns is called. */
export function watchActivity(): () => void {
  for (const event of events) addEventListener(event, noteActivity, { capture: true, passive: true });
  return () => {
    for (const event of events) removeEventListener(event, noteActivity, { capture: true });
  };
}

/** Whether the person did something since this was called last. */
export function takeActivity(): boolean {
  const wasActive = isActive;
  isActive = false;
  return wasActive;
}
