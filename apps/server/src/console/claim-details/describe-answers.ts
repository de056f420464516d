import type { AnswerSection, ClaimDetails } from '@redress/contract/console/claim-details';
import { findForm, type Settlement } from '@redress/contract/settlement';
import { claimFormIn } from '@redress/contract/translations';
import { type ClaimForm, type Field, isField } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { memoizeByForm } from '@redress/forms/memoize-by-form';
import { summarize } from '@redress/forms/summarize';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import { contextOf } from './correctable-fields.ts';
import type { FoundClaim } from './find-claim.ts';

/** The English form on which a claim was filed. Undefined if `content/` no longer has it. */
export function formOf(
  settlement: Settlement,
  claim: Pick<FoundClaim, 'form_id' | 'form_version'>,
): ClaimForm | undefined {
  const form = findForm(settlement, claim.form_id, claim.form_version);
  return form && claimFormIn(settlement, form, 'en');
}

/**
 * The answers as they were filed, with the English form's labels and options. The stored summary,
 * which is also on the claimant's receipt, masks data from the notice and tax IDs. Here, only tax
 * IDs stay masked.
 */
export function describeAnswers(claim: FoundClaim, form: ClaimForm | undefined): AnswerSection[] {
  const stored = copySections(claim.summary);
  if (!form || stored.length === 0) return stored;
  const storedValues = new Map(stored.flatMap(({ rows }) => rows.map(({ name, value }) => [name, value])));
  const masked = maskedFieldsOf(form);
  return copySections(summarize(form, evaluateForm(form, claim.answers, contextOf(form, claim)))).map((section) => ({
    ...section,
    rows: section.rows.map((row) =>
      masked.has(fieldNameOf(row.name)) ? { ...row, value: storedValues.get(row.name) ?? row.value } : row,
    ),
  }));
}

export const copySections = (sections: FoundClaim['summary']): AnswerSection[] =>
  sections.map(({ rows, ...section }) => ({ ...section, rows: rows.map((row) => ({ ...row })) }));

/**
 * The answer rows that identify the claimant and say how to reach them.
 * @param corrected fields that are listed even without an answer
 */
export function contactRowsOf(
  answers: readonly AnswerSection[],
  form: ClaimForm | undefined,
  corrected: ReadonlySet<string>,
): ClaimDetails['contact'] {
  const contact = form && contactFieldsOf(form);
  return answers.flatMap(({ rows }) =>
    rows.filter(({ name, value }) => contact?.has(name) === true && (value !== '' || corrected.has(name))),
  );
}

/** The summary row of the tax ID at a path, for example `classMembers.3.classMemberFEIN`. */
export const rowOfTaxId = (path: string): string => path.split('.').slice(0, 2).join('.');

const fieldNameOf = (row: string): string => row.split('.')[0] ?? row;
const fieldsOf = (form: ClaimForm): Field[] => form.sections.flatMap(({ items }) => items.filter(isField));

/** Fields whose stored answers lack tax IDs. */
const maskedFieldsOf = memoizeByForm(
  (form: ClaimForm) =>
    new Set(
      fieldsOf(form).flatMap((field) => {
        const isMasked = field.kind === 'rows' ? field.of.some(holdsTaxIds) : holdsTaxIds(field);
        return isMasked ? field.name : [];
      }),
    ),
);

const contactTokens = /^(?:name|organization|street-address|address-|postal-code|tel|email)(?!-title)/;
export const contactFieldsOf = memoizeByForm(
  (form: ClaimForm) =>
    new Set(
      fieldsOf(form).flatMap((field) => {
        const isContact =
          ['phone', 'email', 'zip'].includes(field.kind) || contactTokens.test(field.autocomplete ?? '');
        return isContact && !holdsTaxIds(field) ? field.name : [];
      }),
    ),
);
