import { formElementId } from '@redress/contract/no-script-form';
import type { LoginPageMessages } from '@redress/contract/manifest';
import type { NoScriptLogin } from '@redress/contract/page-renderer';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { Form } from '@redress/forms/definition';
import { useCallback, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode, SyntheticEvent } from 'react';
import { FieldView } from '../fields/field-view.tsx';
import { fieldsOf, readControls } from '../fields/form-controls.ts';
import { createFormStore } from '../fields/form-store.ts';
import { tryLogin } from './login-api.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { ErrorSummary, focusField } from '../fields/error-summary.tsx';
import { postTarget } from '../no-script/form-target.ts';
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx';
import { Toast } from '../ui/toast.tsx';

/**
 * Notice ID and Unique ID, as on the login page; also asked in place when a form needs them. `path` is the login page's, to which a browser
 * without script posts; what came back from there is `posted`, and `outcome` says why.
 */
export function LoginForm(props: {
  readonly form: Form;
  readonly pageMessages: LoginPageMessages;
  readonly messages: FormMessages;
  readonly onLogin: (answer: CredentialsAnswer) => void;
  readonly path?: string;
  readonly posted?: NoScriptLogin;
  readonly outcome?: ReactNode;
}) {
  const { form, pageMessages, messages, onLogin, path, posted } = props;
  const [store] = useState(() => createFormStore(form, posted));
  const errors = useSyncExternalStore(store.subscribe, store.errors, store.errors);
  const [postedShown, setPostedShown] = useState(posted !== undefined);
  const [busy, setBusy] = useState<string>();
  const [toast, setToast] = useState(0);
  const [notice, setNotice] = useState<string>();
  const element = useRef<HTMLFormElement>(null);
  const closeToast = useCallback(() => setToast(0), []);

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(messages.loggingIn);
    setNotice(undefined);
    setPostedShown(false);
    if (element.current) readControls(element.current, store);
    const outcome = await tryLogin(store, messages, setBusy);
    setBusy(undefined);
    switch (outcome.name) {
      case 'invalid':
        focusField(outcome.errors[0]?.field ?? '');
        return;
      case 'not-found':
        reset();
        setToast((count) => count + 1);
        focusField(fieldsOf(form)[0]?.name ?? '');
        return;
      case 'notice':
        return setNotice(outcome.text);
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
    <form
      ref={element}
      className="login-form"
      {...(path === undefined ? {} : { id: formElementId, ...postTarget(path) })}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      {postedShown && props.outcome}
      {/* With script two fields need none: the first wrong one gets the focus. */}
      {postedShown && (
        <ErrorSummary
          heading={messages.summaryHeading}
          errors={errors}
          labelOf={(name) => fieldsOf(form).find((field) => field.name === name)?.label ?? name}
          more={messages.summaryMore}
        />
      )}
      {fieldsOf(form).map((field) => (
        <FieldView key={field.name} field={field} store={store} messages={messages} />
      ))}
      {notice !== undefined && (
        <div className="note bad" role="alert">
          <p>{notice}</p>
        </div>
      )}
      <button className="button" type="submit" disabled={busy !== undefined}>
        {pageMessages.button}
      </button>
      <SpinnerOverlay label={busy} />
      {toast > 0 && (
        <Toast
          key={toast}
          title={pageMessages.notFound.title}
          text={pageMessages.notFound.text}
          closeLabel={messages.close}
          onClose={closeToast}
        />
      )}
    </form>
  );
}
