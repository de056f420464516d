import { outcomeId, noScriptFields, formatAction } from '@redress/contract/no-script-form';
import type { FormPage, LoginPage } from '@redress/contract/manifest';
import type { NoScriptForm, NoScriptNotice } from '@redress/contract/page-renderer';
import type { ClaimReceipt } from '@redress/contract/session';
import type { ClaimForm } from '@redress/forms/definition';
import type { FormMessages } from '../messages/form-en.ts';
import { mediumDate } from '../dates/format-date.ts';

interface Props {
  readonly posted: NoScriptForm;
  readonly form: ClaimForm;
  readonly page: FormPage;
  readonly login: LoginPage | undefined;
  readonly messages: FormMessages;
  readonly timeZone: string;
  /** The errors stand above, and the page is read from there. */
  readonly isAfterErrors: boolean;
}

/** What became of a form that the browser posted by itself, where no answer is wrong: the page is read on from here. */
export function PostedOutcome(props: Props) {
  const { posted, messages, isAfterErrors } = props;
  const place = isAfterErrors ? {} : { id: outcomeId, tabIndex: -1 };
  if (posted.conflict) return <Conflict {...props} claim={posted.conflict} place={place} />;
  if (posted.notice) {
    return (
      <div className="note bad" role="alert" {...place}>
        {posted.notice.name === 'login-not-found' && props.login && (
          <p>
            <strong>{props.login.messages.notFound.title}</strong> {props.login.messages.notFound.text}
          </p>
        )}
        <p>{textOf(posted.notice, messages)}</p>
      </div>
    );
  }
  if (isAfterErrors) return null;
  return (
    <div className="note" {...place}>
      <p>{messages.filing.notSent}</p>
    </div>
  );
}

function textOf(notice: NoScriptNotice, { filing, language }: FormMessages): string {
  switch (notice.name) {
    case 'login-required':
      return notice.again ? filing.loginHereAgain : filing.loginHere;
    case 'login-not-found':
      return filing.loginHere;
    case 'too-many':
      return filing.tooMany(notice.minutes);
    case 'login-wait':
      return `${notice.text[language]} ${filing.notSent}`;
    case 'unavailable':
      return filing.unavailable;
    case 'too-large':
      return filing.tooLarge;
    case 'not-ours':
      return filing.notOurs;
  }
}

/** The claim that the same form became before, with other answers: it counts, unless the claimant files another. */
function Conflict(
  props: Props & {
    readonly claim: ClaimReceipt;
    readonly place: { readonly id?: string; readonly tabIndex?: number };
  },
) {
  const { claim, form, page, messages } = props;
  return (
    <section className="receipt" aria-labelledby="conflict-heading" {...props.place}>
      <h2 id="conflict-heading">{messages.filing.conflictHeading}</h2>
      <p>{messages.filing.conflict}</p>
      <p className="reference">
        {form.referencePrefix}
        {claim.claimNumber}
      </p>
      <p>{messages.filing.filed(mediumDate(claim.dateCreated, props.timeZone, messages.language))}</p>
      <div className="form-end">
        <a className="button" href={`${page.complete}?claim=${claim.claimNumber}`}>
          {messages.filing.keep}
        </a>
        <button
          type="submit"
          name={noScriptFields.action}
          value={formatAction({ name: 'file-another' })}
          className="button quiet"
        >
          {messages.filing.another}
        </button>
      </div>
    </section>
  );
}
