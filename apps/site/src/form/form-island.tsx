import { outcomeId } from '@redress/contract/no-script-form';
import type { FormPage, LoginPage } from '@redress/contract/manifest';
import type { NoScriptForm } from '@redress/contract/page-renderer';
import type { ClaimReceipt, FilingState } from '@redress/contract/session';
import type { PageAddress } from '@redress/contract/translations';
import type { ClaimForm, Form } from '@redress/forms/definition';
import { useEffect } from 'react';
import type { Filing } from './claim-submission.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { PostedViews } from '../no-script/no-script-entry.tsx';
import { FormBody } from './form-body.tsx';
import { SectionIndex } from './section-index.tsx';
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx';
import { useFiling } from './use-claim-form.ts';
import { useLoginEnd } from '../login/use-login-expiry.ts';

/** What a form page needs in the browser: itself, its form, and the login that it may ask for in place. */
export interface FormIslandProps {
  readonly page: FormPage;
  readonly form: ClaimForm;
  readonly messages: FormMessages;
  readonly login?: { readonly page: LoginPage; readonly form: Form };
  /** The court's time zone. */
  readonly timeZone: string;
  /** Whether filing is open, as long as the server has not said it. */
  readonly expected: FilingState;
  /** The same form in the other language. */
  readonly elsewhere: PageAddress | null;
  /** The form as the server sent it back, and what shows it. */
  readonly posted?: { readonly form: NoScriptForm; readonly views: PostedViews };
}

/** A claim form from the first key to the claim number. */
export function FormIsland(props: FormIslandProps) {
  const { page, form, messages, login, timeZone } = props;
  const inUse = useFiling(props);
  const { filing, phase, standing, state, store, documents, afterSubmit, loadAfterSubmit } = inUse;
  const loginEnd = useLoginEnd(login && standing?.login, inUse.refreshStanding);
  // Its question is among what comes later.
  useEffect(() => {
    if (loginEnd.isAsking) void loadAfterSubmit();
  }, [loadAfterSubmit, loginEnd.isAsking]);

  if (phase.name === 'closed' || (state === 'closed' && phase.name !== 'filed')) {
    return (
      <div className="note warn" role="status" id={outcomeId} tabIndex={-1}>
        <p>{page.messages.closed}</p>
      </div>
    );
  }
  if (phase.name === 'filed') {
    if (!afterSubmit) return <FiledPlainly claim={phase.claim} form={form} filing={filing} messages={messages} />;
    return (
      <afterSubmit.FiledPanel
        {...{ phase, form, documents, filing, messages, timeZone }}
        uploadMessages={afterSubmit.uploadMessages}
        sender={afterSubmit.sender}
        onAnother={inUse.startAnother}
      />
    );
  }
  return (
    <div className="form-layout">
      <SectionIndex store={store} messages={messages} />
      <div>
        {state === 'late' && (
          <div className="note warn">
            <p>{page.messages.late}</p>
          </div>
        )}
        {/* On a form that asks for no login, one counts for nothing: another person may be about to file. */}
        {login && (
          <div className="standing">
            {standing?.login && loginEnd.stage === 'ended' && (
              <p className="note bad" role="alert">
                {messages.loginEnd.ended}. {messages.loginEnd.after}
              </p>
            )}
            {standing?.login && loginEnd.stage !== 'ended' && (
              <p className="hint">{messages.filing.loggedIn(standing.login.name, standing.login.noticeId)}</p>
            )}
            {standing?.login === null && props.posted?.form.login !== null && (
              <p className="note bad">
                <a href={login.page.path}>{messages.filing.loginFirst}</a>
              </p>
            )}
          </div>
        )}
        <FormBody {...props} inUse={inUse} />
      </div>
      <SpinnerOverlay label={phase.name === 'sending' ? messages.submitting : undefined} />
      {phase.name === 'login' && login && afterSubmit && (
        <afterSubmit.LoginDialog
          form={login.form}
          pageMessages={login.page.messages}
          messages={messages}
          again={Boolean(standing?.login)}
          onLogin={() => {
            void inUse.refreshStanding();
            void filing.submit();
          }}
          onClose={filing.leaveLogin}
        />
      )}
      {phase.name === 'editing' && loginEnd.isAsking && afterSubmit && (
        <afterSubmit.LoginEndDialog
          end={loginEnd}
          messages={messages}
          onStay={inUse.refreshStanding}
          onClose={loginEnd.letEnd}
        />
      )}
      {phase.name === 'waiting' && afterSubmit && (
        <afterSubmit.WaitingDialog waiting={phase.waiting} messages={afterSubmit.uploadMessages} />
      )}
      {phase.name === 'conflict' && afterSubmit && (
        <afterSubmit.ConflictDialog
          claim={phase.claim}
          prefix={form.referencePrefix}
          messages={messages}
          timeZone={timeZone}
          onKeep={() => filing.goOn(phase.claim)}
          onAnother={() => {
            filing.startAnother();
            void filing.submit();
          }}
        />
      )}
    </div>
  );
}

/** A filed claim while the line does not give more: its number, and the way on. */
function FiledPlainly(props: {
  readonly claim: ClaimReceipt;
  readonly form: ClaimForm;
  readonly filing: Filing;
  readonly messages: FormMessages;
}) {
  const { claim, messages } = props;
  return (
    <section className="receipt" role="status">
      <h2>{messages.filing.numberHeading}</h2>
      <p className="reference">
        {props.form.referencePrefix}
        {claim.claimNumber}
      </p>
      <button type="button" className="button quiet" onClick={() => props.filing.goOn(claim)}>
        {messages.filing.goOn}
      </button>
    </section>
  );
}
