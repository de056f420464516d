import { useEffect, useRef, useState } from 'react';

/** The specification's toast: five seconds. */
const durationMs = 5_000;

/**
 * A message at the bottom, full width, with a bar that shows how long it stays. It is announced at once, waits while a pointer or the
 * focus rests on it, and can be closed by hand. A timer closes it, not the bar: with reduced motion the bar stands still.
 */
export function Toast(props: {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}) {
  const { onClose } = props;
  const [paused, setPaused] = useState(false);
  const left = useRef(durationMs);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(onClose, left.current);
    return () => {
      clearTimeout(timer);
      left.current -= performance.now() - since;
    };
  }, [paused, onClose]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Resting on it only makes it wait; the button closes it.
    <div
      className={paused ? 'toast paused' : 'toast'}
      role="alert"
      onPointerEnter={pause}
      onPointerLeave={resume}
      onFocus={pause}
      onBlur={resume}
    >
      <p className="toast-title">{props.title}</p>
      <p>{props.text}</p>
      <button type="button" className="toast-close" aria-label={props.closeLabel} onClick={onClose}>
        <span aria-hidden="true">×</span>
      </button>
      <div className="toast-bar" aria-hidden="true" />
    </div>
  );
}
