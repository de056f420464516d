import { actionAttributes, noScriptFields, outcomeId } from '@redress/contract/no-script-form';
import type { FormPage, LoginPage } from '@redress/contract/settlement';
import type { NoScriptForm, NoScriptNotice } from '@redress/contract/page-renderer';
import type { ClaimReceipt } from '@redress/contract/session';
import type { ClaimForm } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { findUnconfirmedStatements } from '@redress/forms/unconfirmed-statements';
import type { FormMessages } from '../messages/form-en.ts';
import { longDate } from '../dates/format-date.ts';
import { controlId } from '../fields/field-frame.tsx';
import { filingMessages } from '../messages/filing-messages.ts';
import { noScriptMessages } from '../messages/no-script-messages.ts';
import { GroupedReference } from '../ui/grouped-reference.tsx';

interface Target {
  readonly id?: string;
  readonly tabIndex?: number;
}

interface Props {
  readonly returned: NoScriptForm;
  readonly form: ClaimForm;
  readonly page: FormPage;
  readonly login: LoginPage | undefined;
  readonly messages: FormMessages;
  readonly timeZone: string;
  /** Whether the error summary comes first; then the page scrolls there. */
  readonly isAfterErrors: boolean;
}

/**
 * Explains why the server sent a form back although its answers are valid. The page scrolls to it.
 */
export function NoScriptOutcome(props: Props) {
  const { login } = props.returned;
  return (
    <>
      {login && <input type="hidden" name={noScriptFields.loggedInAs} value={login.noticeId} />}
      <Outcome {...props} />
    </>
  );
}

function Outcome(props: Props) {
  const { returned, messages, isAfterErrors } = props;
  const target = isAfterErrors ? {} : { id: outcomeId, tabIndex: -1 };
  if (returned.conflict) return <Conflict {...props} claim={returned.conflict} target={target} />;
  if (returned.notice) {
    const isGood = returned.notice.name === 'saved-form' && returned.notice.ok;
    return (
      <div {...(isGood ? { className: 'note', role: 'status' } : { className: 'note bad', role: 'alert' })} {...target}>
        {returned.notice.name === 'login-not-found' && props.login && (
          <p>
            <strong>{props.login.messages.notFound.title}</strong> <span>{props.login.messages.notFound.text}</span>
          </p>
        )}
        <p>{describeNotice(returned.notice, messages)}</p>
      </div>
    );
  }
  if (isAfterErrors || returned.review) return null;
  if (returned.unconfirmed === 'asking') return <Unconfirmed {...props} target={target} />;
  return (
    <div className="note" {...target}>
      <p>{filingMessages[messages.language].notSent}</p>
    </div>
  );
}

function describeNotice(notice: NoScriptNotice, { language }: FormMessages): string {
  const { failures, notSent } = filingMessages[language];
  const { loginHere, loginHereAgain, notOurs, tooLarge } = noScriptMessages[language];
  switch (notice.name) {
    case 'login-required':
      return notice.again ? loginHereAgain : loginHere;
    case 'login-not-found':
      return loginHere;
    case 'too-many':
      return failures.tooMany(notice.minutes);
    case 'login-wait':
      return `${notice.text[language]} ${notSent}`;
    case 'saved-form':
      return notice.text[language];
    case 'unavailable':
      return failures.failed;
    case 'overloaded':
      return failures.busy;
    case 'too-large':
      return tooLarge;
    case 'not-ours':
      return notOurs;
  }
}

/** Asks about unchecked optional statements. */
function Unconfirmed({ form, returned, target, ...props }: Props & { readonly target: Target }) {
  const messages = filingMessages[props.messages.language].unconfirmed;
  const statements = findUnconfirmedStatements(evaluateForm(form, returned.answers, {}));
  return (
    <section className="note warn" aria-labelledby="unconfirmed-heading" {...target}>
      <h2 id="unconfirmed-heading">{messages.heading(statements.length)}</h2>
      {statements.map(({ name, label }) => (
        <blockquote key={name}>{label}</blockquote>
      ))}
      <p>{messages.explanation}</p>
      <div className="form-end">
        <a className="button" href={`#${controlId(statements[0]?.name ?? '')}`}>
          {messages.back}
        </a>
        <button type="submit" className="button quiet">
          {messages.send}
        </button>
      </div>
    </section>
  );
}

/**
 * Says that this form was submitted before with other answers. The claimant may file another claim.
 */
function Conflict(
  props: Props & {
    readonly claim: ClaimReceipt;
    readonly target: Target;
  },
) {
  const { claim, form, messages } = props;
  const filing = filingMessages[messages.language];
  return (
    <section className="receipt" aria-labelledby="conflict-heading" {...props.target}>
      <h2 id="conflict-heading">{filing.conflictHeading}</h2>
      <p>{filing.conflict}</p>
      <p className="reference">
        <GroupedReference reference={form.referencePrefix + claim.claimNumber} />
      </p>
      <p>{filing.filed(longDate(claim.dateCreated, props.timeZone, messages.language))}</p>
      <div className="form-end">
        <button {...actionAttributes({ name: 'keep-claim' })} className="button">
          {filing.keep}
        </button>
        <button {...actionAttributes({ name: 'file-another' })} className="button quiet">
          {filing.another}
        </button>
      </div>
    </section>
  );
}
