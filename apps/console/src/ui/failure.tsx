import type { ReactNode } from 'react';

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
    <div className="notice notice-bad" role="alert">
      {children}
    </div>
  );
}
