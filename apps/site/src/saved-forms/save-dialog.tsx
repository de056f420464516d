import { formatDay } from '@redress/contract/language';
import { type SyntheticEvent, useEffect, useRef, useState } from 'react';
import { type ApiFailure, keepsCookies } from '../browser/api-client.ts';
import { listFields, readControls } from '../fields/form-controls.ts';
import { type FormStore, textAnswer } from '../fields/form-store.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import { type SavedFormMessages, savedFormMessages } from '../messages/saved-form-messages.ts';
import { Dialog } from '../ui/dialog.tsx';
import { joinWords, listOmittedAnswers } from './omitted-answers.ts';
import { saveForm } from './saved-forms-api.ts';
import type { SavedFormsContentProps } from './savable-form.ts';

type State =
  | { readonly name: 'asking'; readonly error?: string }
  | { readonly name: 'saving' }
  | { readonly name: 'saved'; readonly email: string; readonly lastDay: string };

const emailId = 'saved-form-email';

/** Asks for an email address, saves the form and explains the next steps. */
export function SaveDialog({ page, claimForm, close }: SavedFormsContentProps) {
  const { form, store, element } = claimForm;
  const language = page.language ?? 'en';
  const messages = savedFormMessages[language];
  const { save: title } = filingMessages[language];
  const [state, setState] = useState<State>({ name: 'asking' });
  const [initialEmail] = useState(() => findEmail(store));
  const input = useRef<HTMLInputElement>(null);
  const result = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (state.name === 'saved') result.current?.focus();
    if (state.name === 'asking' && state.error !== undefined) input.current?.focus();
  }, [state]);

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (state.name === 'saving') return;
    const email = input.current?.value.trim() ?? '';
    if (element.current) readControls(element.current, store);
    setState({ name: 'saving' });
    const saved = await saveForm(form, store.answers(), email);
    if (saved.ok) setState({ name: 'saved', email, lastDay: saved.data.lastDay });
    else setState({ name: 'asking', error: describeFailure(saved, messages) });
  };

  if (state.name === 'saved') {
    return (
      <Dialog title={title} onClose={close}>
        <p ref={result} tabIndex={-1} role="status">
          {messages.sent(state.email)}
        </p>
        <p>{messages.until(formatDay(state.lastDay, language))}</p>
        <p>
          <strong>{messages.notFiled}</strong> <span>{messages.stillHere}</span>
        </p>
        <div className="form-end">
          <button type="button" className="button" onClick={close}>
            {messages.back}
          </button>
        </div>
      </Dialog>
    );
  }
  const error = state.name === 'asking' ? state.error : undefined;
  return (
    <Dialog title={title} onClose={close}>
      <p>{messages.how}</p>
      <p>
        <strong>{messages.notFiled}</strong>{' '}
        <span>
          {claimForm.state === 'late' ? page.messages.late : messages.deadline(formatDay(form.deadline, language))}
        </span>
      </p>
      <p>
        <span>{messages.omitted(joinWords(listOmittedAnswers(form, messages), messages.and))}</span>
        {form.login === 'required' && <span>{` ${messages.login}`}</span>}
      </p>
      <form noValidate onSubmit={(event) => void onSubmit(event)}>
        <div className={error === undefined ? 'field' : 'field bad'}>
          <label htmlFor={emailId}>{messages.email}</label>
          <input
            ref={input}
            id={emailId}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            defaultValue={initialEmail}
            aria-required="true"
            {...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${emailId}-error` })}
          />
          {error !== undefined && (
            <div className="error" id={`${emailId}-error`} role="alert">
              <p>{error}</p>
            </div>
          )}
        </div>
        <p className="visually-hidden" role="status">
          {state.name === 'saving' && messages.sending}
        </p>
        <div className="form-end">
          <button type="submit" className="button" aria-disabled={state.name === 'saving'}>
            {state.name === 'saving' ? messages.sending : messages.send}
          </button>
          <button type="button" className="button quiet" onClick={close}>
            {messages.back}
          </button>
        </div>
      </form>
    </Dialog>
  );
}

/** The server's message names the problem; nothing was saved. */
function describeFailure({ code, detail }: ApiFailure, messages: SavedFormMessages): string {
  if (code === 'offline') return messages.offline;
  if (code === 'too-large') return messages.tooLarge;
  if (code === 'bad-token' && !keepsCookies()) return messages.noCookies;
  return detail ?? messages.failed;
}

const findEmail = (store: FormStore) =>
  listFields(store.form)
    .flatMap(({ kind, name }) => (kind === 'email' ? textAnswer(store, name) : []))
    .find(Boolean);
