import {
  actionAttributes,
  formElementId,
  noScriptFields,
  outcomeId,
  noScriptSearch,
} from '@redress/contract/no-script-form';
import type { FormPage } from '@redress/contract/settlement';
import { filingMessages } from '../messages/filing-messages.ts';
import { savedFormMessages } from '../messages/saved-form-messages.ts';
import { MailSection } from './mail-section.tsx';
import { noScriptFormAttributes } from './no-script-form.tsx';

interface Props {
  readonly page: FormPage;
}

// Outside the island, because its script would have to hold them too. Script removes them by their
// class `saved-form`.

/** Opens a saved form by its code: without JavaScript, nothing reads it from the link. */
export function OpenSavedFormSection({ page }: Props) {
  const { withoutScript } = savedFormMessages[page.language ?? 'en'];
  return (
    <MailSection>
      <form className="saved-form without-script" {...noScriptFormAttributes(page.path)}>
        <details>
          <summary>{withoutScript.question}</summary>
          <div className="field">
            <label htmlFor="saved-form-code">{withoutScript.code}</label>
            <input id="saved-form-code" name={noScriptFields.savedFormCode} autoComplete="off" spellCheck={false} />
          </div>
          <button {...actionAttributes({ name: 'open-saved-form' })} className="button quiet">
            {withoutScript.open}
          </button>
        </details>
      </form>
    </MailSection>
  );
}

export function SaveFormSection({ page }: Props) {
  const { save } = filingMessages[page.language ?? 'en'];
  const { how, notFiled, email, send, withoutScript } = savedFormMessages[page.language ?? 'en'];
  const id = 'save-form-email';
  return (
    <MailSection>
      <div className="saved-form without-script">
        <details>
          <summary>{save}</summary>
          <p>
            <span>{how}</span> <strong>{notFiled}</strong>
          </p>
          <div className="field">
            <label htmlFor={id}>{email}</label>
            <p className="hint" id={`${id}-hint`}>
              {withoutScript.emailHint}
            </p>
            <input
              id={id}
              form={formElementId}
              name={noScriptFields.savedFormEmail}
              inputMode="email"
              autoComplete="email"
              aria-describedby={`${id}-hint`}
            />
          </div>
          <button
            form={formElementId}
            {...actionAttributes({ name: 'save-form' })}
            formAction={`${page.path}${noScriptSearch}#${outcomeId}`}
            className="button quiet"
          >
            {send}
          </button>
        </details>
      </div>
    </MailSection>
  );
}
