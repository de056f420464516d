import { outcomeId } from '@redress/contract/no-script-form';
import { type ReactElement, useEffect, useState } from 'react';
import { loadClaimForm, loadForm } from '../content-entry/form-definitions.ts';
import { loadAdvice } from '../fields/load-advice.ts';
import { takeFocus } from '../fields/error-summary.tsx';
import { loadFieldsOf } from '../fields/field-view.tsx';
import { findItem } from '../fields/form-controls.ts';
import type { FormIslandData } from '../islands/island-data.ts';
import { setFallback } from '../islands/fallback.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';
import { SpinnerOverlay } from '../ui/spinner-overlay.tsx';
import type * as MailedOfferEntry from '../mailed-address/mailed-offer.tsx';
import { useLoginExpiry, useNoLogin } from '../login/login-expiry.ts';
import { RemoveLink } from '../shared-computer/remove-link.tsx';
import { FormBody } from './form-body.tsx';
import { SectionIndex } from './section-index.tsx';
import { type ClaimFormProps, useClaimForm } from './use-claim-form.ts';

/** Loads and returns a form page's island, for the build, the server and the browser. */
export async function loadFormIsland(data: FormIslandData): Promise<ReactElement> {
  const { page, loginPage, timeZone, filing, elsewhere, logOutPath, receiptPath, returned } = data;
  const language = page.language ?? 'en';
  const [form, loginForm, messages, noScriptEntry] = await Promise.all([
    loadClaimForm(page.form, language),
    // Otherwise the login form loads with the dialog that shows it.
    returned && loginPage && loadForm(loginPage.form, language),
    loadFormMessages(language),
    returned && import('../no-script/no-script-entry.tsx'),
  ]);
  setFallback(messages.rows.notLoaded);
  const [captcha, loginStatus] = await Promise.all([
    findItem(form, 'captcha') && import('../captcha/captcha-box.tsx'),
    HAS_LOGIN && loginPage ? import('../login/login-status.tsx') : undefined,
    loadFieldsOf(form, returned?.answers ?? {}),
    returned && loadAdvice(language),
  ]);
  return (
    <FormIsland
      {...{ page, form, messages, timeZone, elsewhere, logOutPath, receiptPath }}
      expectedState={filing}
      login={
        loginPage
          ? { page: loginPage, form: loginForm ?? undefined, loadForm: () => loadForm(loginPage.form, language) }
          : undefined
      }
      noScript={
        returned && noScriptEntry ? { form: returned, components: noScriptEntry.noScriptComponents } : undefined
      }
      CaptchaBox={captcha?.CaptchaBox}
      LoginStatus={loginStatus?.LoginStatus}
    />
  );
}

const useExpiry = HAS_LOGIN ? useLoginExpiry : useNoLogin;

function FormIsland(props: ClaimFormProps) {
  const { page, form, messages, login, timeZone, elsewhere, receiptPath, LoginStatus } = props;
  const claimForm = useClaimForm(props);
  const { submission, phase, session, state, store, uploads, afterSubmit, loadAfterSubmit } = claimForm;
  // Rendered here, because the login also expires while the page shows a filed claim.
  const expiry = useExpiry(session?.login, claimForm.refreshSession);
  useEffect(() => {
    if (expiry.stage !== 'active') void loadAfterSubmit();
  }, [loadAfterSubmit, expiry.stage]);

  const mailed = session?.login?.mailed;
  const offer = useMailedOffer(mailed !== undefined) ?? props.noScript?.components;

  const savedForms = afterSubmit && <afterSubmit.SavedForms {...{ page, claimForm, messages, elsewhere }} />;
  const removeLink = (
    <RemoveLink
      path={props.logOutPath}
      language={messages.language}
      label={messages.sharedComputer}
      unfinished={phase.name !== 'filed' ? 'unfiled' : phase.uploads === 'complete' ? 'filed' : 'uploading'}
      onRemove={claimForm.discard}
    />
  );
  if (phase.name === 'closed' || (state === 'closed' && phase.name !== 'filed')) {
    return (
      <div
        // It has replaced the form, which may have had the focus.
        ref={claimForm.element.current && takeFocus}
        className="note warn"
        role="alert"
        id={outcomeId}
        tabIndex={-1}
      >
        <p>{page.messages.closed}</p>
      </div>
    );
  }
  if (phase.name === 'filed') {
    if (!afterSubmit) {
      return (
        <section className="receipt" role="alert">
          <h2>{messages.filing.numberHeading}</h2>
          <p className="reference">{form.referencePrefix + phase.claim.claimNumber}</p>
          <button
            type="button"
            className="button quiet"
            onClick={() => submission.finish(phase.claim, phase.uploads !== 'complete')}
          >
            {messages.filing.continue}
          </button>
        </section>
      );
    }
    return (
      <>
        {savedForms}
        <afterSubmit.ConfirmationPanel
          {...{ phase, form, submission, messages, timeZone, receiptPath }}
          list={uploads}
          uploadMessages={afterSubmit.uploadMessages}
          uploader={afterSubmit.uploader}
          onNewClaim={claimForm.startNewClaim}
        />
        {removeLink}
      </>
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
        {login && LoginStatus && (
          <LoginStatus
            login={session?.login}
            messages={messages}
            loginPath={props.noScript?.form.login === null ? undefined : login.page.path}
            expiry={expiry}
            logOutPath={props.logOutPath}
            refresh={claimForm.refreshSession}
            Expired={afterSubmit?.LoginExpired}
            Dialog={phase.name === 'editing' ? afterSubmit?.LoginExpiryDialog : undefined}
          />
        )}
        {savedForms}
        <FormBody {...props} claimForm={claimForm}>
          {mailed && offer?.MailedOffer && (
            <offer.MailedOffer mailed={mailed} store={store} language={messages.language} />
          )}
        </FormBody>
        {removeLink}
      </div>
      <SpinnerOverlay label={phase.name === 'submitting' ? messages.submitting : undefined} />
      {afterSubmit && (
        <afterSubmit.SubmitDialog
          {...{ phase, form, submission, login, messages, timeZone }}
          isLoggedIn={Boolean(session?.login)}
          refreshSession={claimForm.refreshSession}
          uploadMessages={afterSubmit.uploadMessages}
          loginForm={afterSubmit.loginForm}
        />
      )}
    </div>
  );
}

/** Loads the offer of the mailed name and address for claimants who get one. */
function useMailedOffer(isOffered: boolean): typeof MailedOfferEntry | undefined {
  const [entry, setEntry] = useState<typeof MailedOfferEntry>();
  useEffect(() => {
    if (!HAS_MAILED_ADDRESS || !isOffered) return;
    // Without the offer, the claimant types the fields.
    import('../mailed-address/mailed-offer.tsx').then(setEntry, () => {});
  }, [isOffered]);
  return entry;
}
