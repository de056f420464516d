import { type RefObject, useEffect, useRef, useState } from 'react';

/** The width of an element in CSS pixels, so that a chart's text keeps its size on every screen. */
export function useWidth<E extends Element>(initial = 640): readonly [ref: RefObject<E | null>, width: number] {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState(initial);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      const measured = entry?.contentRect.width ?? 0;
      if (measured > 0) setWidth(Math.round(measured));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, width];
}
