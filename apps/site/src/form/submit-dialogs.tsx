import type { ClaimReceipt } from '@redress/contract/session';
import type { LoginPage } from '@redress/contract/settlement';
import type { CheckboxField, ClaimForm, Form } from '@redress/forms/definition';
import { useEffect, useRef, useState } from 'react';
import type { RetryStatus } from '../browser/retry.ts';
import { longDate } from '../dates/format-date.ts';
import { focusField } from '../fields/error-summary.tsx';
import type { FormMessages } from '../messages/form-en.ts';
import { filingMessages } from '../messages/filing-messages.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { LoginDialog } from '../login/login-dialogs.tsx';
import { Dialog } from '../ui/dialog.tsx';
import type { ClaimSubmission, SubmissionPhase } from './claim-submission.ts';
import { GroupedReference } from '../ui/grouped-reference.tsx';

/** Dialogs between SUBMIT and the filed claim. */
export function SubmitDialog(props: {
  readonly phase: SubmissionPhase;
  readonly form: ClaimForm;
  readonly submission: ClaimSubmission;
  readonly login: { readonly page: LoginPage } | undefined;
  readonly loginForm: Form | undefined;
  readonly isLoggedIn: boolean;
  readonly refreshSession: () => Promise<boolean>;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
  readonly timeZone: string;
}) {
  const { phase, submission, login, loginForm, messages } = props;
  switch (phase.name) {
    case 'login':
      return (
        HAS_LOGIN &&
        login &&
        loginForm && (
          <LoginDialog
            form={loginForm}
            pageMessages={login.page.messages}
            messages={messages}
            again={props.isLoggedIn}
            onLogin={({ noticeId }) => {
              void props.refreshSession();
              void submission.submit(noticeId);
            }}
            onClose={() => submission.backToForm(filingMessages[messages.language].notSent)}
          />
        )
      );
    case 'unconfirmed':
      return (
        <UnconfirmedDialog
          statements={phase.statements}
          messages={messages}
          onBack={() => submission.backToForm()}
          onSend={() => void submission.submit()}
        />
      );
    case 'retrying':
      return <RetryDialog status={phase.status} messages={props.uploadMessages} />;
    case 'conflict':
      return (
        <ConflictDialog
          claim={phase.claim}
          prefix={props.form.referencePrefix}
          messages={messages}
          timeZone={props.timeZone}
          onKeep={() => void submission.keep(phase.claim)}
          onNewClaim={() => {
            submission.startNewClaim();
            void submission.submit();
          }}
          onClose={() => submission.backToForm(filingMessages[messages.language].conflict)}
        />
      );
    default:
      return null;
  }
}

/**
 * Asks what to do when the same form was submitted before with other answers: keep or file another.
 */
function ConflictDialog(props: {
  readonly claim: ClaimReceipt;
  readonly prefix: string;
  readonly messages: FormMessages;
  readonly timeZone: string;
  readonly onKeep: () => void;
  readonly onNewClaim: () => void;
  readonly onClose: () => void;
}) {
  const { messages, claim } = props;
  const filing = filingMessages[messages.language];
  return (
    <Dialog title={filing.conflictHeading} onClose={props.onClose}>
      <p>{filing.conflict}</p>
      <p className="reference">
        <GroupedReference reference={props.prefix + claim.claimNumber} />
      </p>
      <p>{filing.filed(longDate(claim.dateCreated, props.timeZone, messages.language))}</p>
      <div className="form-end">
        <button type="button" className="button" onClick={props.onKeep}>
          {filing.keep}
        </button>
        <button type="button" className="button quiet" onClick={props.onNewClaim}>
          {filing.another}
        </button>
      </div>
    </Dialog>
  );
}

/** Asks about unchecked optional statements. */
function UnconfirmedDialog(props: {
  readonly statements: readonly CheckboxField[];
  readonly messages: FormMessages;
  readonly onBack: () => void;
  readonly onSend: () => void;
}) {
  const { statements, onBack, onSend } = props;
  const messages = filingMessages[props.messages.language].unconfirmed;
  const target = useRef<string>(undefined);
  // Runs after the dialog has closed and returned the focus.
  useEffect(
    () => () => {
      if (target.current !== undefined) focusField(target.current);
    },
    [],
  );
  const goBack = () => {
    target.current = statements[0]?.name;
    onBack();
  };
  return (
    <Dialog title={messages.heading(statements.length)} onClose={goBack}>
      {statements.map(({ name, label }) => (
        <blockquote key={name}>{label}</blockquote>
      ))}
      <p>{messages.explanation}</p>
      <div className="form-end">
        <button type="button" className="button" onClick={goBack}>
          {messages.back}
        </button>
        <button type="button" className="button quiet" onClick={onSend}>
          {messages.send}
        </button>
      </div>
    </Dialog>
  );
}

/**
 * Explains why the claim cannot be submitted now. Screen readers hear the reason, not the
 * countdown.
 */
function RetryDialog(props: { readonly status: RetryStatus; readonly messages: UploadMessages }) {
  const { reason, next, retryNow, stop } = props.status;
  const messages = props.messages.submitRetry;
  const seconds = useSecondsUntil(next);
  const isTrying = next === undefined && reason !== 'offline';
  return (
    <Dialog title={messages.heading[reason]} onClose={stop}>
      <p role="status">{messages.explanation[reason]}</p>
      {/* Always rendered, to avoid a layout shift. */}
      <p className="hint">{isTrying ? messages.trying : seconds === undefined ? '\u00a0' : messages.next(seconds)}</p>
      <div className="form-end">
        <button type="button" className="button" aria-disabled={isTrying} onClick={retryNow}>
          {messages.now}
        </button>
        <button type="button" className="button quiet" onClick={stop}>
          {messages.stop}
        </button>
      </div>
    </Dialog>
  );
}

/** Counts down to a time in whole seconds, at least one. */
function useSecondsUntil(time: number | undefined): number | undefined {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (time === undefined) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [time]);
  return time === undefined ? undefined : Math.max(1, Math.ceil((time - now) / 1_000));
}
