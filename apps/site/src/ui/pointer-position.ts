import { type RefObject, useEffect, useRef } from 'react';

/** Relative to the screen, so that it does not change when the page scrolls. */
export const positionOf = ({ screenX, screenY }: Pick<PointerEvent, 'screenX' | 'screenY'>) => `${screenX} ${screenY}`;

/** The last position of the pointer; undefined until it has moved. */
export function usePointerPosition(): RefObject<string | undefined> {
  const position = useRef<string>(undefined);
  useEffect(() => {
    // Listens on the window, so that handlers of elements still see the previous position.
    const onMove = (event: PointerEvent) => (position.current = positionOf(event));
    addEventListener('pointermove', onMove);
    return () => removeEventListener('pointermove', onMove);
  }, []);
  return position;
}
