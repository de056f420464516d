import { useEffect, useRef, useState } from 'react';

/** From the specification. */
const durationMs = 5_000;

/** A message with a bar that shows the time left. It pauses while pointer or focus is on it. */
export function Toast(props: {
  readonly title: string;
  readonly text: string;
  readonly closeLabel: string;
  readonly onClose: () => void;
}) {
  const { onClose } = props;
  const [paused, setPaused] = useState(false);
  const msLeft = useRef(durationMs);
  useEffect(() => {
    if (paused) return;
    const since = performance.now();
    const timer = setTimeout(onClose, msLeft.current);
    return () => {
      clearTimeout(timer);
      msLeft.current -= performance.now() - since;
    };
  }, [paused, onClose]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Hovering only pauses it; the button closes it.
    <div
      className={paused ? 'toast paused' : 'toast'}
      role="alert"
      onPointerEnter={() => setPaused(true)}
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
