import { filingStateAt } from '@redress/contract/claim-forms';
import type { Language } from '@redress/contract/language';
import type { Settlement } from '@redress/contract/settlement';
import { claimFormIn } from '@redress/contract/translations';
import type { ClaimForm } from '@redress/forms/definition';
import { documentsDue } from '@redress/forms/evaluate-form';
import { evaluateAnswers } from '@redress/forms/parse-answers';
import { claimNumberOf, createMixer } from '@redress/server/claims/filing/claim-number';
import { readClaimRequest } from '@redress/server/claims/filing/claim-request';
import { claimRowOf } from '@redress/server/claims/filing/insert-claims';
import type { Keys } from '@redress/server/platform/keys/keys';

type NewClaim = Parameters<typeof claimRowOf>[0];

/** A claim as its claimant sends it. */
interface InventedClaim extends Pick<NewClaim, 'filedAt' | 'withoutScript' | 'idempotencyKey' | 'observed'> {
  readonly serial: number;
  readonly formId: string;
  readonly language: Language;
  readonly answers: Readonly<Record<string, unknown>>;
  /** The class member who logged in, on a form with a login. */
  readonly noticeId?: string | undefined;
  readonly suspectedMachine?: boolean;
}

/**
 * Makes the rows of claims by the server's own functions.
 * @throws Error the form refuses an answer
 */
export function claimRowMaker(settlement: Settlement, keys: Keys) {
  const mixer = createMixer(keys['claim-numbers']);
  const forms = new Map<string, ClaimForm>();
  const formIn = (formId: string, language: Language) => {
    const newest = settlement.claimForms.findLast(({ id }) => id === formId);
    if (!newest) throw new Error(`The settlement has no form ${formId}`);
    return claimFormIn(settlement, newest, language);
  };
  return ({ serial, formId, language, answers, noticeId, suspectedMachine, ...claim }: InventedClaim) => {
    const key = `${formId} ${language}`;
    const known = forms.get(key) ?? formIn(formId, language);
    forms.set(key, known);
    const read = readClaimRequest([known], answers);
    const request = suspectedMachine === undefined ? read : { ...read, suspectedMachine };
    const { form } = request;
    if (form.login === 'required' && noticeId === undefined) throw new Error(`The form ${form.id} needs a login`);
    const context = form.login === 'required' && noticeId !== undefined ? { noticeId } : {};
    const evaluation = evaluateAnswers(form, request.answers, context);
    const [error] = [...request.errors, ...evaluation.errors];
    if (error) throw new Error(`The form ${form.id} refuses the answer to ${error.field}: ${error.message}`);
    const number = claimNumberOf(serial, mixer);
    const late = filingStateAt(form, claim.filedAt) === 'late';
    const documents = documentsDue(evaluation, context).length > 0;
    const common = { ...claim, number, request, evaluation, context, late, documentsDue: documents };
    const { json } = claimRowOf({ ...common, captcha: undefined }, keys);
    return { form, number, answers: evaluation.answers, json };
  };
}
