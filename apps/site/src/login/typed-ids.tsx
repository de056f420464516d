import { actionAttributes, formElementId, noScriptFields } from '@redress/contract/no-script-form';
import type { Language } from '@redress/contract/language';
import type { AnyAnswers } from '@redress/forms/answers';
import type { Form } from '@redress/forms/definition';
import { listFields } from '../fields/form-controls.ts';
import { loginFailureMessages } from '../messages/login-failure-messages.ts';
import { noScriptFormAttributes } from '../no-script/no-script-form.tsx';

/**
 * The refused IDs, above the reset form, so that one wrong character is visible and the rest need
 * not be typed again. A form of its own, because the Enter key in a field presses the first button
 * of the field's form.
 */
export function TypedIds(props: {
  readonly form: Form;
  readonly typed: AnyAnswers;
  readonly language: Language;
  /** Where browsers without JavaScript send it. Undefined in a dialog. */
  readonly path: string | undefined;
  readonly onFillIn: () => void;
}) {
  const messages = loginFailureMessages[props.language];
  const names: Readonly<Record<string, string>> = noScriptFields.login;
  const ids = listFields(props.form).flatMap(({ name, label }) => {
    const text = props.typed[name];
    return typeof text === 'string' ? { name, label, text } : [];
  });
  return (
    <form
      className="note typed-ids"
      {...(props.path === undefined ? {} : noScriptFormAttributes(props.path))}
      onSubmit={(event) => {
        event.preventDefault();
        props.onFillIn();
      }}
    >
      <p>{messages.typed}</p>
      <ul>
        {ids.map(({ name, label, text }) => (
          <li key={name}>
            <span>{`${label}: `}</span>
            <strong>{text}</strong>
            <input type="hidden" name={names[name] ?? name} value={text} />
            {/* Comes back, too, when the empty form is submitted without JavaScript. */}
            {props.path !== undefined && (
              <input type="hidden" form={formElementId} name={names[name] ?? name} value={text} />
            )}
          </li>
        ))}
      </ul>
      <button className="button quiet" {...actionAttributes({ name: 'fill-in' })}>
        {messages.fillIn}
      </button>
    </form>
  );
}
