import { formElementId, noScriptFields } from '@redress/contract/no-script-form';
import type { ClaimForm, Form } from '@redress/forms/definition';
import { type ReactNode, type SyntheticEvent, useState } from 'react';
import { resolveWithin } from '../browser/resolve-within.ts';
import { ErrorSummary, FailureNotice, useErrorTitle } from '../fields/error-summary.tsx';
import { useHydrated, useStoreValue } from '../fields/field-hooks.ts';
import { listItems, readControls } from '../fields/form-controls.ts';
import { loadTidy } from '../fields/load-tidy.ts';
import {
  ContinueInOtherLanguage,
  FillInButton,
  noScriptFormAttributes,
  noScriptLoginFields,
  ReviewButton,
} from '../no-script/no-script-form.tsx';
import { FormSections } from './form-sections.tsx';
import { submitId } from './section-index.tsx';
import type { ClaimFormProps, ClaimFormState } from './use-claim-form.ts';

/** Until hydration, and without JavaScript, the browser submits the form natively. */
export function FormBody(
  props: ClaimFormProps & { readonly claimForm: ClaimFormState; readonly children?: ReactNode },
) {
  const { form, page, login, messages, claimForm, noScript } = props;
  const { store, submission, phase, session, element } = claimForm;
  const errors = useStoreValue(store, store.errors);
  const hydrated = useHydrated();
  // The first input loads the button. Before it, there is nothing to save.
  const SaveButton = claimForm.afterSubmit?.SaveButton;
  const [isOutcomeShown, setIsOutcomeShown] = useState(noScript !== undefined);
  const [attempts, setAttempts] = useState(0);
  const isRefused = isOutcomeShown && (noScript?.form.notice ?? noScript?.form.conflict) !== undefined;
  useErrorTitle(errors.length > 0 || isRefused || 'notice' in phase, messages);

  const onSubmit = async (event: SyntheticEvent) => {
    if (claimForm.submitsNatively) {
      submission.prepareNativeSubmit();
      claimForm.afterSubmit?.returnFiles(event.currentTarget, claimForm.uploads);
      return;
    }
    event.preventDefault();
    setIsOutcomeShown(false);
    await resolveWithin(loadTidy(), 2_000);
    if (element.current) readControls(element.current, store);
    const found = await submission.submit();
    if (found.length > 0) setAttempts((count) => count + 1);
  };
  const onClear = () => {
    if (!confirm(messages.clearQuestion)) return;
    setIsOutcomeShown(false);
    void claimForm.clearAll();
  };
  // Shown after the first input; without JavaScript, at the claimant's request.
  const Review = noScript?.form.review ? noScript.components.AnswerReview : claimForm.afterSubmit?.AnswerReview;
  const submit = { type: 'submit', disabled: phase.name !== 'editing' } as const;

  return (
    <form
      ref={element}
      id={formElementId}
      {...noScriptFormAttributes(page.path)}
      noValidate
      onSubmit={(event) => void onSubmit(event)}
    >
      {/* The Enter key presses a form's first button. */}
      <button {...submit} className="visually-hidden" tabIndex={-1} aria-hidden="true">
        {messages.submit}
      </button>
      {noScript?.form.unconfirmed && <input type="hidden" name={noScriptFields.unconfirmed} value="asked" />}
      <ErrorSummary
        errors={errors}
        labelOf={(name) => labelOf(form, login?.form, name)}
        messages={messages}
        attempts={attempts}
      />
      {isOutcomeShown && noScript && (
        <noScript.components.NoScriptOutcome
          {...{ form, page, messages }}
          returned={noScript.form}
          login={login?.page}
          timeZone={props.timeZone}
          isAfterErrors={errors.length > 0}
        />
      )}
      {noScript?.form.login === null && noScript.components.NoScriptLoginFields && login?.form && !session?.login && (
        <noScript.components.NoScriptLoginFields form={login.form} store={store} messages={messages} />
      )}
      {HAS_SPANISH && props.elsewhere && !hydrated && <ContinueInOtherLanguage to={props.elsewhere} />}
      {HAS_MAILED_ADDRESS && login && (!session || session.login?.mailed) && (
        <div className="mailed-offer">
          {!hydrated && !session?.login && <FillInButton messages={messages} />}
          {props.children}
        </div>
      )}
      <p className="note" role="status">
        {claimForm.restored &&
          !claimForm.savedForms.opened &&
          claimForm.afterSubmit?.describeDraft(form, messages.language)}
      </p>
      <p className="save-form">{SaveButton && <SaveButton {...{ claimForm, messages }} className="link-button" />}</p>
      <FormSections {...{ claimForm, noScript, messages, hydrated }} CaptchaBox={props.CaptchaBox} />
      {!hydrated && <ReviewButton messages={messages} />}
      {Review && <Review {...{ store, messages }} uploads={claimForm.uploads} staged={noScript?.form.documents} />}
      {'notice' in phase && <FailureNotice>{phase.notice}</FailureNotice>}
      <div className="form-end">
        <button {...submit} className="button" id={submitId}>
          {messages.submit}
        </button>
        {SaveButton && <SaveButton {...{ claimForm, messages }} className="button quiet" />}
      </div>
      {/* Placed away from SUBMIT, and less conspicuous. */}
      <p className={hydrated ? 'form-clear hint' : 'form-clear hint with-script'}>
        <button className="link-button" type="button" onClick={onClear}>
          {messages.clear}
        </button>
      </p>
    </form>
  );
}

/** The label for an error's path: `Class member 4, FEIN` for `classMembers.3.classMemberFEIN`. */
function labelOf(form: ClaimForm, login: Form | undefined, path: string): string {
  const [name = path, index, cellName] = path.split('.');
  const item =
    listItems(form).find((one) => 'name' in one && one.name === name) ??
    (login && noScriptLoginFields(login).find((one) => one.name === path));
  if (!item || !('label' in item)) return path;
  if (item.kind !== 'rows' || index === undefined) return item.label;
  const cell = item.of.find((one) => one.name === cellName);
  return `${item.rowLabel} ${Number(index) + 1}${cell ? `, ${cell.label}` : ''}`;
}
