import { outcomeId, noScriptFields, noScriptSearch, formatAction } from '@redress/contract/no-script-form';
import type { PageAddress } from '@redress/contract/translations';
import type { FormMessages } from '../messages/form-en.ts';

/** Where a form is read on after the button that follows a switch. */
export const placeAfter = (name: string) => `after-${name}`;

const continues = { type: 'submit', name: noScriptFields.action, value: formatAction({ name: 'continue' }) } as const;

/** Follows a field that others depend on: has the server render the form with what the answer asks for. */
export function ContinueButton(props: {
  /** The name of the field before it. */
  readonly of: string;
  /** Nothing depends on the answer: the form is read on from here. */
  readonly isPlaceAfter: boolean;
  readonly messages: FormMessages;
}) {
  return (
    <p className="without-script" {...(props.isPlaceAfter ? { id: placeAfter(props.of), tabIndex: -1 } : {})}>
      <button {...continues} className="button quiet" formAction={`${noScriptSearch}#${placeAfter(props.of)}`}>
        {props.messages.continue}
      </button>
    </p>
  );
}

/** The same form in the other language, with what was typed: with script, a draft does this for the link on top of the page. */
export function ContinueElsewhere({ to, messages }: { readonly to: PageAddress; readonly messages: FormMessages }) {
  return (
    <p className="without-script">
      <button
        {...continues}
        className="button quiet"
        formAction={`${to.path}${noScriptSearch}#${outcomeId}`}
        lang={to.language}
      >
        {messages.continueElsewhere.label}
      </button>
    </p>
  );
}
