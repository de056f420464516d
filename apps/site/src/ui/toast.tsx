import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { positionOf } from './pointer-position.ts';

/** The specification sets this duration. */
const durationMs = 5_000;
/** Pixels between the toast and the element that it keeps clear. */
const gap = 8;

/**
 * A message at the bottom with a bar that shows the time left. It pauses while it has the focus, or
 * once the pointer moves on it. `clear` is never covered: the page scrolls it above the toast, and
 * later the toast moves down.
 */
export function Toast(props: {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly clear: RefObject<HTMLElement | null>;
  /** The result of `usePointerPosition`. */
  readonly pointer: RefObject<string | undefined>;
  readonly onClose: () => void;
}) {
  const { clear, onClose } = props;
  const [paused, setPaused] = useState(false);
  const msLeft = useRef(durationMs);
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(onClose, msLeft.current);
    return () => {
      clearTimeout(timer);
      msLeft.current -= performance.now() - since;
    };
  }, [paused, onClose]);
  useEffect(() => {
    if (!element.current || !clear.current) return;
    return keepClear(element.current, clear.current);
  }, [clear]);
  // A page that scrolls under a resting pointer fires `pointerenter` at the pointer's old position.
  const onPointer = (event: PointerEvent) => {
    const { current: before } = props.pointer;
    if (before !== undefined && before !== positionOf(event)) setPaused(true);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Hovering only pauses it; the button closes it.
    <div
      ref={element}
      className={paused ? 'toast paused' : 'toast'}
      role="alert"
      onPointerEnter={onPointer}
      onPointerMove={onPointer}
      onPointerLeave={() => setPaused(false)}
      onFocus={() => setPaused(true)}
      onBlur={() => setPaused(false)}
    >
      <p className="toast-title">{props.title}</p>
      <p>{props.text}</p>
      <button type="button" className="toast-close" aria-label={props.closeLabel} onClick={onClose}>
        <span aria-hidden="true">×</span>
      </button>
      <div className="toast-bar" style={{ animationDuration: `${durationMs}ms` }} aria-hidden="true" />
    </div>
  );
}

/**
 * Scrolls `clear` above the toast, unless the focused field would leave the screen. Then, in each
 * frame, moves the toast down by as much as it would cover.
 */
function keepClear(toast: HTMLElement, clear: HTMLElement): () => void {
  const height = toast.offsetHeight;
  const screenHeight = document.documentElement.clientHeight;
  const hidden = clear.getBoundingClientRect().bottom + gap - (screenHeight - height);
  const focused = document.activeElement?.getBoundingClientRect().top ?? 0;
  if (hidden > 0 && focused >= hidden) {
    clear.style.scrollMarginBottom = `${height + gap}px`;
    clear.scrollIntoView({ block: 'nearest' });
  }
  let frame = 0;
  const makeWay = () => {
    const { top, bottom } = clear.getBoundingClientRect();
    const end = document.documentElement.clientHeight;
    const overlap = top < end ? bottom + gap - (end - height) : 0;
    toast.style.transform = overlap > 0 ? `translateY(${Math.min(overlap, height)}px)` : '';
    frame = requestAnimationFrame(makeWay);
  };
  makeWay();
  return () => cancelAnimationFrame(frame);
}
