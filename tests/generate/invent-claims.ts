import type { Settlement } from '@redress/contract/settlement';
import { evaluateAnswers } from '@redress/forms/parse-answers';
import { summarize } from '@redress/forms/summarize';
import { splitTaxIds } from '@redress/forms/tax-ids';
import { hashAnswers, hashIdempotencyKey, hashRecord } from '@redress/server/claims/claim-hashes';
import { createEntry } from '@redress/server/claims/claim-history';
import { claimNumberOf, createMixer } from '@redress/server/claims/claim-number';
import { readClaimRequest } from '@redress/server/claims/claim-request';
import { searchColumnsOf } from '@redress/server/claims/search-columns';
import { encryptUniqueId, hashNoticeIds } from '@redress/server/keys/encrypted-fields';
import type { Keys } from '@redress/server/keys/keys';
import { receiptMessageIdName } from '@redress/server/receipts/receipt-mail';
import { answersOf, formOf } from '../bench/answers.ts';

/** So many people file again and again: to evaluate more answers would take most of the time. */
const personCount = 10_000;
/** Claims arrive over two months, the last ones on the day before the deadline. */
const filingMilliseconds = 60 * 24 * 60 * 60 * 1_000;
const receiptMilliseconds = 40 * 1_000;

type Value = string | number | boolean | null | Buffer | Date;

/** What COPY fills, with the columns in the order of the values below. */
export const copiedTables = {
  class_members:
    'notice_id, case_id, lookup_hash, unique_id_encrypted, first_name, last_name, street, city, state, zip',
  claims: `id, number, form_id, form_version, case_id, language, notice_id, filed_at, late, documents_expected, name, email,
    zip, state, amount, quantity, answers, summary, idempotency_key, answers_hash, documents_due, suspected_machine`,
  claim_history: 'claim_id, position, at, kind, details, previous_hash, hash',
  outbox: 'claim_id, kind, created_at, due_at, attempts, done_at, outcome',
} as const;
export type CopiedTable = keyof typeof copiedTables;

/** The number of claims, and where they begin in a database that has others. */
export interface Invention {
  readonly claims: number;
  readonly firstId: number;
  readonly firstSerial: number;
}

/** The login of the class member who files the claim with this ID. */
export function idsOfClaim(id: number) {
  return { noticeId: String(100_000_000 + id), uniqueId: `G${id.toString(36).toUpperCase().padStart(7, '0')}` };
}

/** Invents the nth claim by the server's own functions: its rows as text for COPY. */
export function claimInventor(settlement: Settlement, keys: Keys, { claims, firstId, firstSerial }: Invention) {
  const form = formOf(settlement);
  const lastFiling = Date.parse(form.deadline);
  const mixer = createMixer(keys['claim-numbers']);
  const persons = new Map<number, ReturnType<typeof inventPerson>>();

  return (index: number): Readonly<Record<CopiedTable, string>> => {
    const id = firstId + index;
    const number = claimNumberOf(firstSerial + index, mixer);
    const ids = idsOfClaim(id);
    const filedAt = new Date(Math.round(lastFiling - (1 - index / claims) * filingMilliseconds));
    const sentAt = new Date(filedAt.getTime() + receiptMilliseconds);
    const idempotencyKey = `generated-${id}`;
    const person = persons.get(id % personCount) ?? inventPerson(settlement, keys, id);
    persons.set(id % personCount, person);
    const record = { ...person.record, notice_id: ids.noticeId };
    const filed = createEntry(number, filedAt, {
      kind: 'claim-filed',
      details: {
        ...person.details,
        recordHash: hashRecord(record, keys.answers).toString('hex'),
        idempotencyKeyHash: hashIdempotencyKey(number, idempotencyKey, keys.answers).toString('hex'),
        duplicateNotice: false,
      },
    });
    const messageId = `${receiptMessageIdName(number)}@claims.example.com`;
    const sent = createEntry(
      number,
      sentAt,
      { kind: 'receipt-sent', details: { messageId, attempts: 1 } },
      { position: 1, hash: filed.hash },
    );
    const { name, email, zip, state, amount, quantity } = record;
    const [firstName = '', lastName = ''] = name?.split(/ (.*)/) ?? [];
    return {
      class_members: line(
        [
          [ids.noticeId, form.caseId, hashNoticeIds(ids, keys['login-lookup']), encryptUniqueId(ids, keys)],
          [firstName, lastName, person.street, person.city, state, zip],
        ].flat(),
      ),
      claims: line(
        [
          [id, number, form.id, form.version, form.caseId, record.language, ids.noticeId, filedAt, false, 0],
          [name, email, zip, state, amount, quantity],
          [person.answers, person.summary, idempotencyKey, person.answersHash, false, false],
        ].flat(),
      ),
      claim_history: [filed, sent]
        .map(({ position, at, kind, details, previous_hash: previous, hash }) =>
          line([id, position, at, kind, JSON.stringify(details), previous, hash]),
        )
        .join(''),
      outbox: line([id, 'receipt', filedAt, filedAt, 1, sentAt, 'sent']),
    };
  };
}

/** What two claims of one person have in common. */
function inventPerson(settlement: Settlement, keys: Keys, index: number) {
  const form = formOf(settlement);
  const { language = 'en' } = form;
  const given = answersOf(index);
  const request = readClaimRequest([form], { ...given, formVersion: form.version });
  const context = { noticeId: idsOfClaim(index).noticeId };
  const evaluation = evaluateAnswers(form, request.answers, context);
  if (evaluation.errors.length > 0) throw new Error(`The answer to ${evaluation.errors[0]?.field} is refused`);
  const { open } = splitTaxIds(form, evaluation.answers);
  const summary = summarize(form, evaluation);
  const answersHash = hashAnswers(form, evaluation.answers, keys.answers);
  return {
    record: { ...searchColumnsOf(form, open, context), language, summary },
    street: String(given['street1']),
    city: String(given['city']),
    answers: JSON.stringify(open),
    summary: JSON.stringify(summary),
    answersHash,
    details: {
      formId: form.id,
      formVersion: form.version,
      late: false,
      documentsDue: false,
      suspectedMachine: false,
      withoutScript: false,
      answersHash: answersHash.toString('hex'),
      caseId: form.caseId,
      language,
      documentsExpected: 0,
    },
  };
}

/** A line in the text format of COPY. */
function line(values: readonly Value[]): string {
  return `${values.map(escape).join('\t')}\n`;
}

function escape(value: Value): string {
  if (value === null) return '\\N';
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  return typeof value === 'string'
    ? value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n')
    : String(value);
}
