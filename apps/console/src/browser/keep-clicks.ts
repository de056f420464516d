/** Pixels that a hand moves the pointer while it presses a button. */
const tremor = 4;

/**
 * Screens change while someone works. What arrives above a control can move it between press and
 * release, and the browser then clicks what both places lie in. If the pointer stayed where it was,
 * the pressed control gets the click instead. Moving the pointer away cancels, as usual.
 */
export function keepClicks(): void {
  let pressed: { readonly control: HTMLElement; readonly x: number; readonly y: number } | undefined;
  const listen = (type: 'pointerdown' | 'click', listener: (event: MouseEvent) => void) =>
    document.addEventListener(type, listener, { capture: true });
  listen('pointerdown', ({ target, button, clientX, clientY }) => {
    const control = target instanceof Element && target.closest<HTMLElement>('a[href], button, summary, label, input');
    pressed = control && button === 0 ? { control, x: clientX, y: clientY } : undefined;
  });
  listen('click', (event) => {
    if (!event.isTrusted || !pressed || !(event.target instanceof Node)) return;
    const { control, x, y } = pressed;
    pressed = undefined;
    const isSamePlace = Math.hypot(event.clientX - x, event.clientY - y) <= tremor;
    if (!isSamePlace || control.contains(event.target) || !control.isConnected) return;
    event.stopPropagation();
    event.preventDefault();
    control.click();
  });
}
