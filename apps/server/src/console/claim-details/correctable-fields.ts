import type { AnswerSection } from '@redress/contract/console/claim-details';
import type { CorrectableField } from '@redress/contract/console/corrections';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, type Context, type Field, isField, type RowsField } from '@redress/forms/definition';
import { evaluateForm, type FormEvaluation } from '@redress/forms/evaluate-form';
import { memoizeByForm } from '@redress/forms/memoize-by-form';
import { summarize } from '@redress/forms/summarize';
import { holdsTaxIds } from '@redress/forms/tax-ids';
import type { FoundClaim } from './find-claim.ts';

const correctableKinds = [
  'text',
  'email',
  'phone',
  'zip',
  'code',
  'money',
  'count',
  'hours',
  'date',
  'select',
  'choice',
] as const;
type CorrectableKind = (typeof correctableKinds)[number];
type Correctable = Exclude<Field, RowsField> & { readonly kind: CorrectableKind };

/** Tax IDs, rows that hold them, the signature and the signed statements cannot be corrected. */
const isCorrectable = (field: Field): field is Correctable =>
  correctableKinds.some((kind) => kind === field.kind) && !holdsTaxIds(field);

export const correctableFieldsOf = memoizeByForm(
  (form: ClaimForm): ReadonlyMap<string, Correctable> =>
    new Map(
      form.sections
        .flatMap(({ items }) => items.filter(isField))
        .filter(isCorrectable)
        .map((field) => [field.name, field]),
    ),
);

/** Facts besides the answers that decide which fields a form shows. */
export const contextOf = (form: ClaimForm, claim: Pick<FoundClaim, 'notice_id'>): Context =>
  form.login === 'required' && claim.notice_id !== null ? { noticeId: claim.notice_id } : {};

/** The fields that can be corrected now, with their answers. */
export function listCorrectable(form: ClaimForm, { sections, answers }: FormEvaluation): CorrectableField[] {
  const correctable = correctableFieldsOf(form);
  return sections.flatMap(({ items }) =>
    items.filter(isField).flatMap(({ name }) => {
      const field = correctable.get(name);
      const answer = answers[name];
      return field ? [describeField(field, typeof answer === 'string' ? answer : '')] : [];
    }),
  );
}

function describeField(field: Correctable, value: string): CorrectableField {
  const { name, label, kind, hint } = field;
  const options =
    'options' in field
      ? field.options.map((option, index) => ({ value: option, label: field.labels?.[index] ?? option }))
      : [];
  return { name, label, kind, ...(hint !== undefined && { hint }), options, value };
}

/**
 * The filed answers, with rows for unanswered fields that the form shows only because of the
 * corrections, for example "If other, which one?".
 */
export function addShownRows(
  filed: readonly AnswerSection[],
  form: ClaimForm,
  corrected: FormEvaluation,
): AnswerSection[] {
  const filedNames = new Set(filed.flatMap(({ rows }) => rows.map(({ name }) => fieldOf(name))));
  const order = new Map(
    form.sections.flatMap(({ items }) => items.filter(isField)).map(({ name }, index) => [name, index]),
  );
  const place = (row: { readonly name: string }) => order.get(fieldOf(row.name)) ?? 0;
  const sections = filed.map((section) => ({ ...section, rows: [...section.rows] }));
  for (const { rows, ...section } of summarize(form, corrected)) {
    const added = rows.filter(({ name }) => !filedNames.has(fieldOf(name))).map((row) => ({ ...row, value: '' }));
    if (added.length === 0) continue;
    const known = sections.find(({ title, letter }) => title === section.title && letter === section.letter);
    if (known) known.rows = [...known.rows, ...added].toSorted((a, b) => place(a) - place(b));
    else sections.push({ ...section, rows: added });
  }
  return sections.toSorted((a, b) => placeOf(a, place) - placeOf(b, place));
}

const fieldOf = (row: string): string => row.split('.')[0] ?? row;
const placeOf = ({ rows: [first] }: AnswerSection, place: (row: { readonly name: string }) => number): number =>
  first ? place(first) : 0;

/** Evaluates the form with corrected answers: its visible fields and its errors. */
export const evaluateCorrected = (form: ClaimForm, claim: Pick<FoundClaim, 'notice_id'>, answers: AnyAnswers) =>
  evaluateForm(form, answers, contextOf(form, claim));
