// These functions run in the page, so they can use nothing from outside. They store results in
// attributes of <html>.

/**
 * Focuses the first text field as soon as it exists, and records when a key is visible in it and
 * when React has hydrated it. React sets its properties on hydrated elements.
 */
export function watchFirstField(): void {
  let keyPaintedAt = 0;
  const look = () => {
    const field = [...document.querySelectorAll<HTMLInputElement>('main input')].find(
      // One field cannot be reached by keyboard, and others are in closed parts of the page.
      (each) => ['text', 'email', 'tel'].includes(each.type) && each.checkVisibility() && each.tabIndex >= 0,
    );
    if (field === undefined) return void requestAnimationFrame(look);
    const { dataset } = document.documentElement;
    if (dataset['field'] === undefined) {
      field.focus();
      dataset['field'] = 'focused';
    }
    if (keyPaintedAt === 0 && field.value !== '') keyPaintedAt = performance.now();
    const isHydrated = Object.keys(field).some((name) => name.startsWith('__reactProps'));
    if (keyPaintedAt > 0 && isHydrated) dataset['ready'] = String(performance.now());
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/**
 * Records for each key the time from the press to the end of the frame that shows it. The browser's
 * Event Timing does not work without a screen, because it waits for frames that are not requested;
 * requesting a frame creates one.
 */
export function watchKeys(): void {
  const times: number[] = [];
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // A message arrives after style, layout and paint of this frame.
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => {
          times.push(performance.now() - timeStamp);
          document.documentElement.dataset['keys'] = JSON.stringify(times);
        });
        port1.start();
        port2.postMessage(undefined);
      });
    },
    { capture: true },
  );
}

/**
 * Records for each decision by keyboard the times of its keys: from `a` to the end of the frame that
 * shows the choice, from Enter to the end of the frame in which the next claim can be read and
 * decided, and how much of the latter came after the server's answer.
 */
export function watchDecisions(): void {
  const times: { readonly choice: number; readonly next: number; readonly afterAnswer: number }[] = [];
  const heading = () => document.querySelector('h1')?.textContent;
  const approve = () => document.querySelector<HTMLButtonElement>('button[aria-keyshortcuts="a"]:enabled');
  const whenPainted = (isShown: () => boolean, note: (at: number) => void) => {
    const look = () => {
      if (!isShown()) return void requestAnimationFrame(look);
      // A message arrives after style, layout and paint of this frame.
      const { port1, port2 } = new MessageChannel();
      port1.addEventListener('message', () => note(performance.now()));
      port1.start();
      port2.postMessage(undefined);
    };
    requestAnimationFrame(look);
  };
  let choice = Number.NaN;
  addEventListener(
    'keydown',
    ({ key, timeStamp }) => {
      if (key === 'a')
        whenPainted(
          () => approve()?.getAttribute('aria-pressed') === 'true',
          (at) => {
            choice = at - timeStamp;
            document.documentElement.dataset['chosen'] = String(times.length);
          },
        );
      if (key !== 'Enter') return;
      const before = heading();
      const isNext = () =>
        heading() !== before &&
        document.querySelector('[aria-labelledby="section-answers"] dd') !== null &&
        approve()?.getAttribute('aria-pressed') === 'false';
      whenPainted(isNext, (at) => {
        const sent = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('/decisions'));
        const last = sent.at(-1);
        const answeredAt = last instanceof PerformanceResourceTiming ? last.responseEnd : Number.NaN;
        performance.clearResourceTimings();
        times.push({ choice, next: at - timeStamp, afterAnswer: at - answeredAt });
        document.documentElement.dataset['decisions'] = JSON.stringify(times);
        document.documentElement.dataset['decided'] = String(times.length);
      });
    },
    { capture: true },
  );
}
