import type { ReactNode } from 'react';

interface FailureProps {
  /** Its message is shown, and without an error nothing. */
  readonly error?: { readonly message: string } | null | undefined;
  /** Shown instead of the error's message. */
  readonly children?: ReactNode;
}

/** Why something failed. Screen readers announce it at once. */
export function Failure({ error, children = error?.message }: FailureProps) {
  if (children === undefined) return null;
  return (
    <div className="notice notice-bad" role="alert">
      {children}
    </div>
  );
}
