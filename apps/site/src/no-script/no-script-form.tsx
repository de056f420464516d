import {
  actionAttributes,
  formElementId,
  outcomeId,
  noScriptFields,
  noScriptSearch,
} from '@redress/contract/no-script-form';
import { formKeyPlaceholder, formKeyScript } from '@redress/contract/site-files';
import type { ClaimForm, Field, Form } from '@redress/forms/definition';
import type { ComponentProps } from 'react';
import { findItem, listFields } from '../fields/form-controls.ts';
import type { FormElsewhere } from '../islands/island-data.ts';
import type { FormMessages } from '../messages/form-en.ts';

/**
 * Lets a browser without JavaScript submit a form to its own page, which scrolls to the outcome.
 */
export const noScriptFormAttributes = (path: string) =>
  ({ method: 'post', encType: 'multipart/form-data', action: `${path}${noScriptSearch}#${outcomeId}` }) as const;

/** The login's fields in a claim form, with names that identify them. */
export function noScriptLoginFields(form: Form): Field[] {
  const names: Readonly<Record<string, string>> = noScriptFields.login;
  return listFields(form).map((field) => ({ ...field, name: names[field.name] ?? field.name }));
}

/**
 * The form's key: outside the island, because hydration would replace it. It is a text field,
 * because after Back, browsers restore what a script has written only there.
 */
export function FormKeyField() {
  return (
    <>
      <input hidden type="text" form={formElementId} name={noScriptFields.key} defaultValue={formKeyPlaceholder} />
      {/* oxlint-disable-next-line react/no-danger -- The script is a constant. */}
      <script dangerouslySetInnerHTML={{ __html: formKeyScript }} />
    </>
  );
}

export function HiddenFormFields({ form, messages }: { readonly form: ClaimForm; readonly messages: FormMessages }) {
  return (
    <>
      <input type="hidden" form={formElementId} name={noScriptFields.version} defaultValue={form.version} />
      {!findItem(form, 'honeypot') && (
        <Honeypot label={messages.honeypot} form={formElementId} name={noScriptFields.honeypot} />
      )}
    </>
  );
}

/** Hidden from people, keyboards and screen readers: only bots fill it in. */
export function Honeypot({ label, ...input }: { readonly label: string } & ComponentProps<'input'>) {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        <span>{label}</span>
        <input type="text" tabIndex={-1} autoComplete="off" {...input} />
      </label>
    </div>
  );
}

/** The id that the page scrolls to after the continue button of a field. */
export const continueTargetId = (name: string) => `after-${name}`;

const continueAttributes = {
  ...actionAttributes({ name: 'continue' }),
  className: 'button quiet',
} as const;

/** Follows a field that shows or hides others: the server renders the form again. */
export function ContinueButton(props: {
  readonly of: string;
  /** Whether the page scrolls to this button, because the answer shows nothing else. */
  readonly isTarget: boolean;
  readonly messages: FormMessages;
}) {
  const id = continueTargetId(props.of);
  return (
    <p className="without-script" {...(props.isTarget ? { id, tabIndex: -1 } : {})}>
      <button {...continueAttributes} formAction={`${noScriptSearch}#${id}`}>
        {props.messages.continue}
      </button>
    </p>
  );
}

/** Fills in the name and address from the notice. With script, a login offers this. */
export function FillInButton({ messages }: { readonly messages: FormMessages }) {
  return (
    <p className="without-script">
      <button
        {...continueAttributes}
        {...actionAttributes({ name: 'fill-in' })}
        formAction={`${noScriptSearch}#${outcomeId}`}
      >
        {messages.fillInMailed}
      </button>
    </p>
  );
}

/** Shows the answers above SUBMIT; with script, they appear automatically. */
export function ReviewButton({ messages }: { readonly messages: FormMessages }) {
  return (
    <p className="without-script">
      <button {...continueAttributes} {...actionAttributes({ name: 'review' })} formAction={`${noScriptSearch}#review`}>
        {messages.checkAnswers}
      </button>
    </p>
  );
}

/** Opens the form in the other language with its answers; with script, the draft does this. */
export function ContinueInOtherLanguage({ to }: { readonly to: FormElsewhere }) {
  return (
    <p className="without-script">
      <button {...continueAttributes} formAction={`${to.path}${noScriptSearch}#${outcomeId}`} lang={to.language}>
        {to.label}
      </button>
    </p>
  );
}
