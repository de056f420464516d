import { actionAttributes, noScriptFields } from '@redress/contract/no-script-form';
import type { Language } from '@redress/contract/language';
import type { AnyAnswers } from '@redress/forms/answers';
import type { Form } from '@redress/forms/definition';
import { listFields, writeControl } from '../fields/form-controls.ts';
import type { FormStore } from '../fields/form-store.ts';
import { loginFailureMessages } from '../messages/login-failure-messages.ts';

/**
 * The refused IDs, beside the reset form, so that one wrong character is visible and the rest need
 * not be typed again. Follows the Login button, which the Enter key presses without JavaScript.
 */
export function TypedIds(props: {
  readonly form: Form;
  readonly store: FormStore;
  readonly typed: AnyAnswers;
  readonly language: Language;
  readonly onFilledIn: () => void;
}) {
  const messages = loginFailureMessages[props.language];
  const names: Readonly<Record<string, string>> = noScriptFields.login;
  const ids = listFields(props.form).flatMap(({ name, label }) => {
    const text = props.typed[name];
    return typeof text === 'string' ? { name, label, text } : [];
  });
  return (
    <div className="note">
      <p>{messages.typed}</p>
      <ul>
        {ids.map(({ name, label, text }) => (
          <li key={name}>
            <span>{`${label}: `}</span>
            <strong>{text}</strong>
            <input type="hidden" name={names[name] ?? name} value={text} />
          </li>
        ))}
      </ul>
      <button
        className="button quiet"
        {...actionAttributes({ name: 'fill-in' })}
        onClick={(event) => {
          event.preventDefault();
          for (const { name, text } of ids) {
            props.store.answer(name, text);
            if (event.currentTarget.form) writeControl(event.currentTarget.form, name, text);
          }
          props.onFilledIn();
        }}
      >
        {messages.fillIn}
      </button>
    </div>
  );
}
