import { outcomeId } from '@redress/contract/no-script-form';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { Form } from '@redress/forms/definition';
import { type ReactElement, useEffect, useRef, useState } from 'react';
import { keepsCookies } from '../browser/api-client.ts';
import { loadAdvice } from '../fields/load-advice.ts';
import { loadForm } from '../entries/form-definitions.ts';
import { setFallback } from '../islands/fallback.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { loginMessages } from '../messages/login-messages.ts';
import { mediumDate } from '../dates/format-date.ts';
import { LinkedText } from './linked-text.tsx';
import { LoggedInNote } from './logged-in-note.tsx';
import type { LoginFailure } from './login-failure-entry.ts';
import { loadLoginFailure, LoginForm } from './login-form.tsx';
import type { NoScriptLoginNotice } from '../no-script/login-notice.tsx';
import type { LoginIslandData } from '../islands/island-data.ts';

/** Loads and returns a login page's island, for the build, the server and the browser. */
export async function loadLoginIsland(data: LoginIslandData): Promise<ReactElement> {
  const language = data.page.language ?? 'en';
  const [form, messages, failure, notice] = await Promise.all([
    loadForm(data.page.form, language),
    loadFormMessages(language),
    data.returned?.notice?.name === 'login-not-found' ? loadLoginFailure() : undefined,
    data.returned && import('../no-script/login-notice.tsx'),
    data.returned && loadAdvice(language),
  ]);
  setFallback(messages.rows.notLoaded);
  return (
    <LoginIsland {...data} form={form} messages={messages} failure={failure} Notice={notice?.NoScriptLoginNotice} />
  );
}

/** The login form, then any claim that was already filed under the Notice ID. */
function LoginIsland(
  props: LoginIslandData & {
    readonly form: Form;
    readonly messages: FormMessages;
    readonly failure: LoginFailure | undefined;
    readonly Notice: typeof NoScriptLoginNotice | undefined;
  },
) {
  const { page, form, messages, timeZone, home, logOutPath, returned } = props;
  const [filed, setFiled] = useState(returned?.filed);
  const [noCookies, setNoCookies] = useState<ReactElement>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [filed]);
  const onLogin = (answer: CredentialsAnswer) => {
    if (answer.claim) setFiled(answer.claim);
    else if (keepsCookies()) location.assign(page.next);
    else
      void loadLoginFailure().then((failure) =>
        failure
          ? setNoCookies(<failure.NoCookies language={messages.language} next={page.next} />)
          : location.assign(page.next),
      );
  };
  const labels = loginMessages[messages.language];
  if (filed) {
    const reference = `${page.referencePrefix}${filed.claimNumber}`;
    return (
      <section className="receipt">
        <h2 ref={heading} id={outcomeId} tabIndex={-1}>
          {labels.filedHeading}
        </h2>
        <p>{labels.filed(reference, mediumDate(filed.dateCreated, timeZone, messages.language))}</p>
        <p>{labels.filedHint}</p>
        <div className="form-end">
          <a className="button" href={home}>
            {labels.home}
          </a>
          <a className="button quiet" href={page.next}>
            {labels.continue}
          </a>
        </div>
        <LoggedInNote path={logOutPath} messages={labels} />
      </section>
    );
  }
  return (
    <>
      <LoggedInNote path={logOutPath} messages={labels}>
        <p>
          <a href={page.next}>{labels.continue}</a>
        </p>
      </LoggedInNote>
      {noCookies}
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
