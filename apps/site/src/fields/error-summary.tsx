import { outcomeId } from '@redress/contract/no-script-form';
import type { FieldError } from '@redress/forms/answers';
import { type ReactNode, useEffect, useRef } from 'react';
import type { FormMessages } from '../messages/form-en.ts';
import { controlId } from './field-frame.tsx';

/** Hundreds of rows can have errors. */
const maxLinks = 30;

export function ErrorSummary(props: {
  readonly errors: readonly FieldError[];
  readonly labelOf: (name: string) => string;
  readonly messages: FormMessages;
  /** Counts failed attempts to submit. Each one brings the summary into view, with the focus. */
  readonly attempts?: number;
}) {
  const { errors, labelOf, messages, attempts = 0 } = props;
  const summary = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempts === 0 || !summary.current) return;
    summary.current.focus({ preventScroll: true });
    summary.current.scrollIntoView();
  }, [attempts]);
  if (errors.length === 0) return null;
  return (
    <section ref={summary} className="summary" id={outcomeId} tabIndex={-1} aria-labelledby="summary-heading">
      <h2 id="summary-heading">{messages.summaryHeading(new Set(errors.map((error) => error.field)).size)}</h2>
      <ul>
        {errors.slice(0, maxLinks).map((error) => (
          <li key={`${error.field} ${error.message}`}>
            <a
              href={`#${controlId(error.field)}`}
              onClick={(event) => {
                if (focusField(error.field)) event.preventDefault();
              }}
            >
              {`${labelOf(error.field)}: ${error.message}`.replace(/[.:](: )|(\?):/, '$1$2')}
            </a>
          </li>
        ))}
        {errors.length > maxLinks && <li>{messages.summaryMore(errors.length - maxLinks)}</li>}
      </ul>
    </section>
  );
}

/** For an element that appears while the focus is on a button that is now disabled or gone. */
export const takeFocus = (element: HTMLElement | null) => element?.focus();

/** Explains why a form was not sent. */
export function FailureNotice({ children }: { readonly children: ReactNode }) {
  return (
    <div ref={takeFocus} className="note bad" role="alert" tabIndex={-1}>
      <p>{children}</p>
    </div>
  );
}

/** Scrolls to a field's control and focuses it. Returns false if the page has none. */
export function focusField(name: string): boolean {
  const control = document.getElementById(controlId(name));
  if (!control) return false;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'center' });
  return true;
}

/** Marks a page with errors in its title, as the server does for browsers without JavaScript. */
export function useErrorTitle(hasErrors: boolean, { titlePrefix }: Pick<FormMessages, 'titlePrefix'>): void {
  useEffect(() => {
    const title = document.title.startsWith(titlePrefix) ? document.title.slice(titlePrefix.length) : document.title;
    document.title = hasErrors ? titlePrefix + title : title;
    return () => {
      document.title = title;
    };
  }, [hasErrors, titlePrefix]);
}
