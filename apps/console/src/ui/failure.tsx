import { type ReactNode, useEffect, useRef } from 'react';

/** The button that was pressed may be far from the message about it. */
const scrollTo = (message: HTMLElement | null) => message?.scrollIntoView({ block: 'nearest' });

interface FailureProps {
  /** Shows the error's message. Without an error, nothing is rendered. */
  readonly error?: { readonly message: string } | null | undefined;
  /** Replaces the error's message. */
  readonly children?: ReactNode;
}

/** Explains a failure. Screen readers announce it at once. */
export function Failure({ error, children = error?.message }: FailureProps) {
  if (children === undefined) return null;
  return (
    <div className="notice notice-bad" role="alert" ref={error ? scrollTo : null}>
      {children}
    </div>
  );
}

/** Says how a request ended, and scrolls into view. Without a text, it takes no space. */
export function Outcome({ text }: { readonly text: string }) {
  const ref = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (text !== '') scrollTo(ref.current);
  }, [text]);
  return (
    <p role="status" ref={ref}>
      {text}
    </p>
  );
}
