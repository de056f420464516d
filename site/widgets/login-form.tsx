import type { LoginTexts } from '@redress/contract/manifest';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { Form } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import { useCallback, useRef, useState } from 'react';
import type { SyntheticEvent } from 'react';
import { FieldView } from '../fields/field-components.tsx';
import { readControls } from '../filing/controls.ts';
import { createFormStore } from '../filing/form-store.ts';
import { tryLogin } from '../filing/login.ts';
import type { Texts } from '../texts/en.ts';
import { focusField } from './error-summary.tsx';
import { SpinnerOverlay } from './spinner-overlay.tsx';
import { Toast } from './toast.tsx';
import { useReady } from './use-ready.ts';

/** Notice ID and Unique ID, as on the login page; also asked in place when a form needs them. */
export function LoginForm(props: {
  readonly form: Form;
  readonly words: LoginTexts;
  readonly texts: Texts;
  readonly onLogin: (answer: CredentialsAnswer) => void;
}) {
  const { form, words, texts, onLogin } = props;
  const [store] = useState(() => createFormStore(form));
  const [busy, setBusy] = useState(false);
  const [toast, setToast] = useState(0);
  const [notice, setNotice] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const ready = useReady();
  const closeToast = useCallback(() => setToast(0), []);

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setNotice(undefined);
    if (element.current) readControls(element.current, store);
    const outcome = await tryLogin(store);
    setBusy(false);
    switch (outcome.name) {
      case 'invalid':
        focusField(outcome.errors[0]?.field ?? '');
        return;
      case 'not-found':
        reset();
        setToast((count) => count + 1);
        focusField(firstField(form));
        return;
      case 'offline':
        return setNotice(texts.login.offline);
      case 'too-many':
        return setNotice(texts.login.tooMany(outcome.minutes));
      case 'in':
        reset();
        return onLogin(outcome.answer);
    }
  };
  const reset = () => {
    element.current?.reset();
    store.reset();
  };

  return (
    <form ref={element} className="login-form" method="post" noValidate onSubmit={(event) => void onSubmit(event)}>
      {form.sections.flatMap((section) =>
        section.items
          .filter(isField)
          .map((field) => <FieldView key={field.name} field={field} store={store} texts={texts} />),
      )}
      {notice !== undefined && (
        <div className="note bad" role="alert">
          <p>{notice}</p>
        </div>
      )}
      <button className="button" type="submit" disabled={busy || !ready}>
        {words.button}
      </button>
      {busy && <SpinnerOverlay label={texts.loggingIn} />}
      {toast > 0 && (
        <Toast
          key={toast}
          title={words.notFound.title}
          text={words.notFound.text}
          closeLabel={texts.close}
          onClose={closeToast}
        />
      )}
    </form>
  );
}

const firstField = (form: Form) => form.sections.flatMap((section) => section.items).find(isField)?.name ?? '';
