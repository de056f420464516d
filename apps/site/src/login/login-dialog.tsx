import type { LoginTexts } from '@redress/contract/manifest';
import type { Form } from '@redress/forms/definition';
import type { Texts } from '../messages/en.ts';
import { Dialog } from '../form/dialog.tsx';
import { LoginForm } from './login-form.tsx';

/** The login asked in place, with the filled-in form behind it. */
export function LoginDialog(props: {
  readonly form: Form;
  readonly words: LoginTexts;
  readonly texts: Texts;
  /** Whether a login has ended, or there was none. */
  readonly again: boolean;
  readonly onLogin: () => void;
  readonly onClose: () => void;
}) {
  const { texts } = props;
  return (
    <Dialog title={props.form.title} onClose={props.onClose}>
      <p>{props.again ? texts.filing.loginAgain : texts.filing.loginFirst}</p>
      <LoginForm form={props.form} words={props.words} texts={texts} onLogin={props.onLogin} />
      <button type="button" className="button quiet" onClick={props.onClose}>
        {texts.filing.back}
      </button>
    </Dialog>
  );
}
