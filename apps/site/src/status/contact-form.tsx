import { formatDay } from '@redress/contract/language';
import { statusFields } from '@redress/contract/status-page';
import { PlainTextField } from '../no-script/plain-text-field.tsx';
import { actionButton, ActionForm, type ClaimFormProps } from './action-form.tsx';

/** Shows to whom letters go, and changes the postal address or the email. */
export function ContactForm({ action, language, messages, view }: ClaimFormProps) {
  const { address, email, held, holdDays, fields } = view.contact;
  const texts = messages.contact;
  const errorOf = (name: string) => {
    const [error] = view.errors[name] ?? [];
    return error === undefined ? undefined : (messages.errors[error] ?? error);
  };
  const isOpen = fields.some(({ name }) => errorOf(name) !== undefined || (view.typed[name] ?? '') !== '');
  return (
    <section aria-labelledby="contact">
      <h2 id="contact">{texts.title}</h2>
      <p>{texts.email(email ?? texts.none)}</p>
      <p>{texts.address(address?.join(', ') ?? texts.none)}</p>
      {held.map(({ lines, day }) => (
        <p className="note" key={lines.join()}>
          {texts.held(formatDay(day, language), lines.join(', '))}
        </p>
      ))}
      <details open={isOpen}>
        <summary>{texts.open}</summary>
        {fields.length === 0 ? (
          <p>{texts.otherWay}</p>
        ) : (
          <ActionForm {...{ action, view }}>
            <p>{texts.lead(holdDays)}</p>
            {fields.map(({ name, label, autocomplete, options }) => {
              const isSecond = name === `${statusFields.contact}street2`;
              return (
                <PlainTextField
                  key={name}
                  name={name}
                  label={isSecond ? texts.second : label}
                  isOptional
                  autoComplete={autocomplete}
                  {...(options && { options: { choose: texts.choose, of: options } })}
                  error={errorOf(name)}
                  value={view.typed[name] ?? ''}
                />
              );
            })}
            <button className="button" {...actionButton('contact')}>
              {texts.send}
            </button>
          </ActionForm>
        )}
      </details>
    </section>
  );
}
