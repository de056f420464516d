import { outcomeId } from '@redress/contract/no-script-form';
import type { CredentialsAnswer } from '@redress/contract/session';
import type { Form } from '@redress/forms/definition';
import { useEffect, useRef, useState } from 'react';
import type { ReactElement } from 'react';
import { loadForm } from '../entries/form-definitions.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { mediumDate } from '../dates/format-date.ts';
import { LoginForm } from './login-form.tsx';
import { NoScriptLoginNotice } from '../no-script/login-notice.tsx';
import type { LoginIslandData } from '../islands/island-data.ts';

/**
 * Loads what the island of a login page needs, and returns it. The build, the server and the
 * browser use it.
 */
export async function loadLoginIsland(data: LoginIslandData): Promise<ReactElement> {
  const language = data.page.language ?? 'en';
  const [form, messages] = await Promise.all([loadForm(data.page.form, language), loadFormMessages(language)]);
  return <LoginIsland {...data} form={form} messages={messages} />;
}

interface Props extends LoginIslandData {
  readonly form: Form;
  readonly messages: FormMessages;
}

/** The login form, then any claim that was already filed under the Notice ID. */
function LoginIsland({ page, form, messages, timeZone, home, posted }: Props) {
  const [filed, setFiled] = useState(posted?.filed);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [filed]);
  const onLogin = (answer: CredentialsAnswer) => {
    if (answer.claim) setFiled(answer.claim);
    else location.assign(page.next);
  };
  if (filed) {
    const reference = `${page.referencePrefix}${filed.claimNumber}`;
    return (
      <section className="receipt">
        <h2 ref={heading} id={outcomeId} tabIndex={-1}>
          {messages.login.filedHeading}
        </h2>
        <p>{messages.login.filed(reference, mediumDate(filed.dateCreated, timeZone, messages.language))}</p>
        <p>{messages.login.filedHint}</p>
        <div className="form-end">
          <a className="button" href={home}>
            {messages.login.home}
          </a>
          <a className="button quiet" href={page.next}>
            {messages.login.goOn}
          </a>
        </div>
      </section>
    );
  }
  const [before = '', after = ''] = page.messages.without.text.split('{link}');
  return (
    <>
      <p className="red-note">{page.messages.note}</p>
      <LoginForm
        form={form}
        pageMessages={page.messages}
        messages={messages}
        onLogin={onLogin}
        path={page.path}
        {...(posted ? { posted } : {})}
        outcome={
          posted?.notice && (
            <NoScriptLoginNotice notice={posted.notice} pageMessages={page.messages} messages={messages} />
          )
        }
      />
      <p>
        {before}
        <a href={page.messages.without.href}>{page.messages.without.link}</a>
        {after}
      </p>
    </>
  );
}
