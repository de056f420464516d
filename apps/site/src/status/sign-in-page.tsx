import { noScriptSearch, outcomeId } from '@redress/contract/no-script-form';
import {
  byEmailId,
  type SignInForm,
  type SignInView,
  type StatusField,
  statusFields,
} from '@redress/contract/status-page';
import type { ReactNode } from 'react';
import type { StatusPageData } from '../islands/island-data.ts';
import { PhoneLink } from '../layout/phone-link.tsx';
import { statusMessages } from '../messages/status-messages.ts';
import { MailSection } from '../no-script/mail-section.tsx';
import { PlainTextField } from '../no-script/plain-text-field.tsx';
import { StatusNoticeBox } from './status-notice.tsx';

/** The three ways to sign in, or the field for the code that was just emailed. */
export function SignInPage(props: StatusPageData & { readonly view: SignInView | undefined }) {
  const { path, title, language, phone, hasIds, view } = props;
  const messages = statusMessages[language];
  const { signIn } = messages;
  const { typed = {}, missing = [], kept = {}, notice, codeRequest, sendsMail = true } = view ?? {};
  const form = (name: SignInForm, button: string, children: ReactNode, className = 'button') => (
    <form method="post" encType="multipart/form-data" action={`${path}${noScriptSearch}#${outcomeId}`} noValidate>
      <input type="hidden" name={statusFields.form} value={name} />
      {Object.entries(kept).map(([field, statement]) => (
        <input key={field} type="hidden" name={field} value={statement} />
      ))}
      {children}
      <button className={className} type="submit">
        {button}
      </button>
    </form>
  );
  const field = (name: StatusField, label: string, hint?: string, isNumeric?: boolean) => (
    <PlainTextField
      name={statusFields[name]}
      label={label}
      {...(hint !== undefined && { hint })}
      {...(isNumeric && { isNumeric, autoComplete: 'one-time-code' })}
      error={missing.includes(name) ? signIn.missing[name] : undefined}
      value={typed[name] ?? ''}
    />
  );
  const hasKept = Object.values(kept).some((statement) => statement !== '');
  const outcome = <StatusNoticeBox {...{ notice, messages }} more={hasKept ? messages.kept : undefined} />;
  const errors = !notice && missing.length > 0 && (
    <div className="note bad" role="alert" id={outcomeId} tabIndex={-1}>
      {missing.map((name) => (
        <p key={name}>
          <a href={`#field-${statusFields[name]}`}>{signIn.missing[name]}</a>
        </p>
      ))}
    </div>
  );
  const help = (
    <>
      <h2>{signIn.helpTitle}</h2>
      <p>
        <span>{signIn.help}</span> <PhoneLink phone={phone} />
      </p>
    </>
  );
  const reference = <input type="hidden" name={statusFields.reference} value={typed.reference ?? ''} />;
  if (codeRequest !== undefined)
    return (
      <div className="status-page">
        <h1>{title}</h1>
        {outcome}
        {errors}
        {!notice && missing.length === 0 && (
          <div className="note" role="status" id={outcomeId} tabIndex={-1}>
            <p>{signIn.email.asked}</p>
          </div>
        )}
        {form(
          'enter-code',
          signIn.email.enter,
          <>
            <input type="hidden" name={statusFields.codeRequest} value={codeRequest} />
            {reference}
            {field('emailCode', signIn.email.code, signIn.email.codeHint, true)}
          </>,
        )}
        {form('code', signIn.email.again, reference, 'button quiet')}
        {help}
      </div>
    );
  const byEmail = (
    <section aria-labelledby={byEmailId}>
      <h2 id={byEmailId}>{signIn.email.title}</h2>
      {form('code', signIn.email.button, field('reference', signIn.email.reference, signIn.email.referenceHint))}
    </section>
  );
  return (
    <div className="status-page">
      <h1>{title}</h1>
      <p className="lead">{signIn.lead}</p>
      {outcome}
      {errors}
      <section aria-labelledby="by-letter">
        <h2 id="by-letter">{signIn.letter.title}</h2>
        {form(
          'letter',
          signIn.letter.button,
          <>
            {field('letterCode', signIn.letter.code, signIn.letter.codeHint)}
            {field('zip', signIn.letter.zip, signIn.letter.zipHint)}
          </>,
        )}
      </section>
      {view ? sendsMail && byEmail : <MailSection>{byEmail}</MailSection>}
      {hasIds && (
        <section aria-labelledby="by-ids">
          <h2 id="by-ids">{signIn.ids.title}</h2>
          <p>{signIn.ids.hint}</p>
          {form(
            'ids',
            signIn.ids.button,
            <>
              {field('noticeId', signIn.ids.noticeId)}
              {field('uniqueId', signIn.ids.uniqueId)}
            </>,
          )}
        </section>
      )}
      {help}
    </div>
  );
}
