import type { LoginPageMessages } from '@redress/contract/manifest';
import type { Form } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';
import { Dialog } from '../ui/dialog.tsx';
import { LoginForm } from './login-form.tsx';

/** The login asked in place, with the filled-in form behind it. */
export function LoginDialog(props: {
  readonly form: Form;
  readonly pageMessages: LoginPageMessages;
  readonly messages: FormMessages;
  /** Whether a login has ended, or there was none. */
  readonly again: boolean;
  readonly onLogin: () => void;
  readonly onClose: () => void;
}) {
  const { messages } = props;
  return (
    <Dialog title={props.form.title} onClose={props.onClose}>
      <p>{props.again ? messages.filing.loginAgain : messages.filing.loginFirst}</p>
      <LoginForm form={props.form} pageMessages={props.pageMessages} messages={messages} onLogin={props.onLogin} />
      <button type="button" className="button quiet" onClick={props.onClose}>
        {messages.filing.back}
      </button>
    </Dialog>
  );
}
