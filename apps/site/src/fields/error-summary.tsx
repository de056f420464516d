import { outcomeId } from '@redress/contract/no-script-form';
import type { FieldError } from '@redress/forms/answers';
import { controlId } from './field-props.ts';

const mostLinks = 30;

/** All that needs another look, on top of the form, each with a way there. */
export function ErrorSummary(props: {
  readonly heading: (count: number) => string;
  readonly errors: readonly FieldError[];
  readonly labelOf: (name: string) => string;
  /** Said instead of the links beyond the first thirty: hundreds of rows can be wrong at once. */
  readonly more: (count: number) => string;
}) {
  const { errors, labelOf } = props;
  if (errors.length === 0) return null;
  return (
    <section className="summary" id={outcomeId} tabIndex={-1} aria-labelledby="summary-heading">
      <h2 id="summary-heading">{props.heading(new Set(errors.map((error) => error.field)).size)}</h2>
      <ul>
        {errors.slice(0, mostLinks).map((error) => (
          <li key={`${error.field} ${error.message}`}>
            <a
              href={`#${controlId(error.field)}`}
              onClick={(event) => {
                if (focusField(error.field)) event.preventDefault();
              }}
            >
              {labelOf(error.field)}: {error.message}
            </a>
          </li>
        ))}
        {errors.length > mostLinks && <li>{props.more(errors.length - mostLinks)}</li>}
      </ul>
    </section>
  );
}

/** Brings a field's control into the middle of the screen and focuses it; false when there is none. */
export function focusField(name: string): boolean {
  const control = document.getElementById(controlId(name));
  if (!control) return false;
  control.focus({ preventScroll: true });
  (control.closest('.field') ?? control).scrollIntoView({ block: 'center' });
  return true;
}
