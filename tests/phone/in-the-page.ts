// These run in the page, each by itself: they can use nothing from outside of them. What they find
// stands in attributes of <html>.

/**
 * Puts the focus into the first field that one types into as soon as it is there, and notes when a
 * key stands in it, painted, and React has taken the field over. React leaves its properties on an
 * element that it has hydrated.
 */
export function watchFirstField(): void {
  let keyPaintedAt = 0;
  const look = () => {
    const field = [...document.querySelectorAll<HTMLInputElement>('main input')].find(
      // What only machines fill in cannot be reached by the keyboard.
      ({ type, offsetParent, tabIndex }) =>
        ['text', 'email', 'tel'].includes(type) && offsetParent !== null && tabIndex >= 0,
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
 * Notes for each key how long it took from the press to the end of the frame that shows it. The
 * browser's Event Timing would say it too, but without a screen it waits for pictures that nobody
 * asks for; asking for a frame makes one.
 */
export function watchKeys(): void {
  const times: number[] = [];
  addEventListener(
    'keydown',
    ({ timeStamp }) => {
      requestAnimationFrame(() => {
        // A message comes after the style, the layout and the painting of this frame.
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
