import type { Form } from '@redress/forms/definition';
import type { ReactElement } from 'react';
import { keepsCookies } from '../browser/api-client.ts';
import { loadAdvice } from '../fields/load-advice.ts';
import { loadForm } from '../content-entry/form-definitions.ts';
import { setFallback } from '../islands/fallback.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { LinkedText } from './linked-text.tsx';
import { LoggedInNote } from './logged-in-note.tsx';
import { loadLoginFailure, type LoginFailure, LoginForm } from './login-form.tsx';
import type { NoScriptLoginNotice } from '../no-script/login-notice.tsx';
import type { LoginIslandData } from '../islands/island-data.ts';

/** Loads and returns a login page's island, for the build, the server and the browser. */
export async function loadLoginIsland(data: LoginIslandData): Promise<ReactElement> {
  const language = data.page.language ?? 'en';
  const [form, messages, failure, notice] = await Promise.all([
    loadForm(data.page.form, language),
    loadFormMessages(language),
    data.returned?.typed ? loadLoginFailure() : undefined,
    data.returned && import('../no-script/login-notice.tsx'),
    data.returned && loadAdvice(language),
  ]);
  setFallback(messages.rows.notLoaded);
  return <LoginIsland {...data} {...{ form, messages, failure }} Notice={notice?.NoScriptLoginNotice} />;
}

function LoginIsland(
  props: LoginIslandData & {
    readonly form: Form;
    readonly messages: FormMessages;
    readonly failure: LoginFailure | undefined;
    readonly Notice: typeof NoScriptLoginNotice | undefined;
  },
) {
  const { page, form, messages, logOutPath, returned } = props;
  const labels = loginMessages[messages.language];
  const next = <a href={page.next}>{labels.continue}</a>;
  const onLogin = async (): Promise<ReactElement | undefined> => {
    const failure = keepsCookies() ? undefined : await loadLoginFailure();
    if (failure) return <failure.NoCookies language={messages.language} next={page.next} />;
    location.assign(page.next);
    return undefined;
  };
  return (
    <>
      <LoggedInNote path={logOutPath} messages={labels}>
        <p>{next}</p>
      </LoggedInNote>
      <p className="red-note">{page.messages.note}</p>
      <LoginForm
        form={form}
        pageMessages={page.messages}
        messages={messages}
        onLogin={onLogin}
        path={page.path}
        failure={props.failure}
        {...(returned ? { returned } : {})}
        outcome={
          returned?.notice &&
          props.Notice && (
            <props.Notice notice={returned.notice} pageMessages={page.messages} language={messages.language} />
          )
        }
      >
        {page.messages.help && (
          <p>
            <LinkedText message={page.messages.help.request} />
          </p>
        )}
      </LoginForm>
      <p>
        <LinkedText message={page.messages.without} />
      </p>
    </>
  );
}
