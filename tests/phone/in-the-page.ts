// These run in the page, each by itself: they can use nothing from outside of them. What they find stands in attributes of <html>.

/**
 * Puts the focus into the first field that one types into as soon as it is there, and notes when a key stands in it, painted, and React
 * has taken the field over. React leaves its properties on an element that it has hydrated.
 */
export function watchFirstField(): void {
  let keyPaintedAt = 0;
  const look = () => {
    const field = [...document.querySelectorAll<HTMLInputElement>('main input')].find(
      ({ type, offsetParent }) => ['text', 'email', 'tel'].includes(type) && offsetParent !== null,
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

/** Notes for each key how long it took to the next picture, by the browser's own Event Timing (in steps of 8 ms). */
export function watchKeys(): void {
  const slowest = new Map<number, number>();
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const interaction: unknown = Reflect.get(entry, 'interactionId');
      if (typeof interaction !== 'number' || interaction === 0) continue;
      slowest.set(interaction, Math.max(slowest.get(interaction) ?? 0, entry.duration));
    }
    document.documentElement.dataset['keys'] = JSON.stringify([...slowest.values()]);
  });
  observer.observe(Object.assign({ type: 'event', durationThreshold: 16 }));
}
