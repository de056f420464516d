import { type RefObject, useEffect, useRef } from 'react';

/** On the screen, which does not change when the page scrolls. */
export const positionOf = ({ screenX, screenY }: Pick<PointerEvent, 'screenX' | 'screenY'>) => `${screenX} ${screenY}`;

/** Where the pointer was last; undefined until it has moved. */
export function usePointerPosition(): RefObject<string | undefined> {
  const position = useRef<string>(undefined);
  useEffect(() => {
    // On the window, so that handlers of elements still see where the pointer was before.
    const onMove = (event: PointerEvent) => (position.current = positionOf(event));
    addEventListener('pointermove', onMove);
    return () => removeEventListener('pointermove', onMove);
  }, []);
  return position;
}
