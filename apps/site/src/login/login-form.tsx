import { formElementId } from '@redress/contract/no-script-form';
import type { LoginPageMessages } from '@redress/contract/settlement';
import type { NoScriptLogin } from '@redress/contract/page-renderer';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { Form } from '@redress/forms/definition';
import {
  type ReactElement,
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { resolveWithin } from '../browser/resolve-within.ts';
import { useStoreValue } from '../fields/field-hooks.ts';
import { FieldView } from '../fields/field-view.tsx';
import { listFields, readControls, writeControl } from '../fields/form-controls.ts';
import { loadTidy } from '../fields/load-tidy.ts';
import { createFormStore } from '../fields/form-store.ts';
import { logIn } from './login-api.ts';
import type * as LoginFailureEntry from './login-failure-entry.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { ErrorSummary, FailureNotice, focusField, useErrorTitle } from '../fields/error-summary.tsx';
import { noScriptFormAttributes } from '../no-script/no-script-form.tsx';
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx';
import { usePointerPosition } from '../ui/pointer-position.ts';

export type LoginFailure = typeof LoginFailureEntry;

/** Undefined if the connection fails. */
export const loadLoginFailure = (): Promise<LoginFailure | undefined> =>
  resolveWithin(import('./login-failure-entry.ts'));

/** Asks for both IDs. `path`, `returned` and `outcome` serve browsers without JavaScript. */
export function LoginForm(props: {
  readonly form: Form;
  readonly pageMessages: LoginPageMessages;
  readonly messages: FormMessages;
  /** May resolve to a notice that the form shows. */
  readonly onLogin: (answer: CredentialsAnswer) => void | Promise<ReactElement | undefined>;
  readonly path?: string;
  readonly returned?: NoScriptLogin;
  readonly outcome?: ReactNode;
  /** Set for a login that the server sent back. */
  readonly failure?: LoginFailure | undefined;
  /** Rendered below the button, until a failed login shows more. */
  readonly children?: ReactNode;
}) {
  const { form, pageMessages, messages, onLogin, path, returned } = props;
  const labels = loginMessages[messages.language];
  const [store] = useState(() => createFormStore(form, returned));
  const errors = useStoreValue(store, store.errors);
  const [isReturnedShown, setIsReturnedShown] = useState(returned !== undefined);
  const [progress, setProgress] = useState<string>();
  /** Counts failures, so that each one gets a new toast. */
  const [toast, setToast] = useState(0);
  const [notice, setNotice] = useState<ReactNode>();
  /** Replaces parts of the page after the first refused login. */
  const [failure, setFailure] = useState(props.failure);
  const [typed, setTyped] = useState(returned?.typed);
  const element = useRef<HTMLFormElement>(null);
  const pointer = usePointerPosition();
  const button = useRef<HTMLButtonElement>(null);
  const closeToast = useCallback(() => setToast(0), []);
  const isRefused =
    failure !== undefined || notice !== undefined || (isReturnedShown && returned?.notice !== undefined);
  // A login in a dialog does not change the page's title.
  useErrorTitle(path !== undefined && (errors.length > 0 || isRefused), messages);

  const onSubmit = async (event: SyntheticEvent) => {
    event.preventDefault();
    if (progress) return;
    setProgress(labels.loggingIn);
    setNotice(undefined);
    setIsReturnedShown(false);
    await resolveWithin(loadTidy(), 2_000);
    if (element.current) readControls(element.current, store);
    const outcome = await logIn(store, messages, setProgress);
    // The Enter key may submit the form that was just reset, which keeps what was typed before.
    if (outcome.name !== 'invalid') setTyped(undefined);
    if (outcome.name === 'logged-in') {
      const shown = await onLogin(outcome.answer);
      // The IDs stay only with a notice, because then the claimant needs them again.
      if (shown) setNotice(shown);
      else reset();
      return setProgress(undefined);
    }
    setProgress(undefined);
    switch (outcome.name) {
      case 'invalid':
        focusField(outcome.errors[0]?.field ?? '');
        return;
      case 'not-found':
        setTyped(store.answers());
        reset();
        return showNotFound();
      case 'notice':
        return setNotice(outcome.message);
    }
  };
  const focusFirst = () => focusField(listFields(form)[0]?.name ?? '');
  const showNotFound = async () => {
    const loaded = failure ?? (await loadLoginFailure());
    if (loaded) {
      setFailure(loaded);
      setToast((count) => count + 1);
      return;
    }
    setNotice(`${pageMessages.notFound.title}. ${pageMessages.notFound.text}`);
    focusFirst();
  };
  // By now, what was typed is above the field, which would otherwise leave a small screen.
  useLayoutEffect(() => {
    if (toast > 0) focusFirst();
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another toast moves the focus
  }, [toast]);
  const fillIn = () => {
    for (const { name } of listFields(form)) {
      const text = typed?.[name] ?? '';
      store.answer(name, text);
      if (element.current && typeof text === 'string') writeControl(element.current, name, text);
    }
    setTyped(undefined);
    focusFirst();
  };
  const reset = () => {
    element.current?.reset();
    store.reset();
  };

  return (
    <>
      {isReturnedShown && props.outcome}
      {/* With script, the first invalid field gets the focus instead. */}
      {isReturnedShown && (
        <ErrorSummary
          errors={errors}
          labelOf={(name) => listFields(form).find((field) => field.name === name)?.label ?? name}
          messages={messages}
        />
      )}
      {failure && typed && (
        <failure.TypedIds {...{ form, typed, path }} onFillIn={fillIn} language={messages.language} />
      )}
      <form
        ref={element}
        className="login-form"
        {...(path === undefined ? {} : { id: formElementId, ...noScriptFormAttributes(path) })}
        noValidate
        onSubmit={(event) => void onSubmit(event)}
      >
        {listFields(form).map((field) => (
          <FieldView key={field.name} field={field} store={store} messages={messages} />
        ))}
        {notice !== undefined && <FailureNotice>{notice}</FailureNotice>}
        <button ref={button} className="button" type="submit" disabled={progress !== undefined}>
          {pageMessages.button}
        </button>
        {failure && pageMessages.help ? <failure.LoginHelp messages={pageMessages.help} /> : props.children}
        <SpinnerOverlay label={progress} />
        {failure && toast > 0 && (
          <failure.Toast
            key={toast}
            title={pageMessages.notFound.title}
            text={pageMessages.notFound.text}
            closeLabel={labels.close}
            clear={button}
            pointer={pointer}
            onClose={closeToast}
          />
        )}
      </form>
    </>
  );
}
