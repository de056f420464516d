import type { Settlement } from '@redress/contract/settlement';
import { splitTaxIds } from '@redress/forms/tax-ids';
import { deriveRow, memberTermsOf, noneReached, type SearchRow } from '@redress/server/console/search/derive-rows';
import { createEntry, type HistoryEvent } from '@redress/server/claims/history/claim-history';
import { noContacts } from '@redress/server/claims/letters/claim-addresses';
import { noUploads } from '@redress/server/claims/status/claim-status';
import { nameWordsOf } from '@redress/server/claims/filing/name-words';
import type { ClaimsTable } from '@redress/server/claims/filing/tables';
import { encryptUniqueId, hashNoticeIds } from '@redress/server/platform/keys/encrypted-fields';
import type { Keys } from '@redress/server/platform/keys/keys';
import { receiptMessageIdName } from '@redress/server/claims/receipts/receipt-mail';
import type { Selectable } from 'kysely';
import { formOf } from '../bench/answers.ts';
import { claimRowMaker } from './claim-row.ts';
import { filerInventor, filingTime, idsOfClaim, type InventedFiler, noticeOfClaim } from './invent-filers.ts';

const receiptMilliseconds = 40 * 1_000;

type Value = string | number | boolean | null | Buffer | Date;

const searchColumns = [
  ...([
    'claim_id',
    'case_id',
    'form_id',
    'number',
    'filed_at',
    'filed_day',
    'name',
    'name_norm',
    'state',
    'zip',
  ] as const),
  ...(['language', 'amount', 'without_script', 'late', 'duplicate', 'machine', 'documents_missing'] as const),
  ...(['data_errors', 'high_value', 'status'] as const),
] satisfies (keyof SearchRow)[];

/** The tables that COPY fills, with the columns in the order of the values below. */
export const copiedTables = {
  class_members:
    'notice_id, case_id, lookup_hash, unique_id_encrypted, first_name, last_name, street, city, state, zip',
  claims: `id, number, form_id, form_version, case_id, language, notice_id, filed_at, late, documents_expected, name, email,
    zip, state, amount, quantity, answers, summary, idempotency_key, answers_hash, documents_due, suspected_machine,
    without_script, duplicate_notice`,
  claim_tax_ids: 'claim_id, path, encrypted, key_version, lookup',
  claim_history: 'claim_id, position, at, kind, details, previous_hash, hash',
  receipt_outbox: 'claim_id, kind, created_at, due_at, attempts, done_at, outcome',
  claim_search: `${searchColumns.join(', ')}, terms`,
  member_search: 'notice_id, case_id, name_norm, zip, terms',
} as const;
export type CopiedTable = keyof typeof copiedTables;
/** Lines of each table. */
export type InventedRows = Readonly<Partial<Record<CopiedTable, string>>>;

/** The number of claims, and where they begin in a database that has others. */
export interface Invention {
  readonly claims: number;
  readonly firstId: number;
  readonly firstSerial: number;
}

/** A row as `insertStatement` takes it. */
type FiledRow = Omit<Selectable<ClaimsTable>, 'id' | 'filed_at' | 'answers_hash' | 'duplicate_notice' | 'status'> & {
  readonly filed_at: string;
  readonly answers_hash: string;
  readonly tax_ids: readonly { path: string; encrypted: string; key_version: number; lookup: string }[];
  readonly details: Extract<HistoryEvent, { kind: 'claim-filed' }>['details'];
  readonly entry_hash: string;
  readonly duplicate_entry_hash: string;
};

/** Invents claims and class members by the server's own functions: their rows as text for COPY. */
export function claimInventor(settlement: Settlement, keys: Keys, { claims, firstId, firstSerial }: Invention) {
  const makeRow = claimRowMaker(settlement, keys);
  const filers = filerInventor(`generated from ${firstId}`);
  /** The words of all invented names. */
  const nameWords = new Set<string>();
  const parse: (json: string) => FiledRow = JSON.parse;
  const loginForm = formOf(settlement);

  const rememberNames = (terms: readonly string[]) => {
    for (const term of terms) if (term.startsWith('n:')) nameWords.add(term.slice(2));
  };

  function inventMember(id: number, person: InventedFiler, caseId: string, ids = idsOfClaim(id)): InventedRows {
    const { firstName, lastName, street, city, state, zip } = person;
    const nameNorm = nameWordsOf(`${firstName} ${lastName}`).join(' ');
    const terms = memberTermsOf(caseId, `${firstName} ${lastName}`, zip);
    rememberNames(terms);
    return {
      class_members: line(
        [
          [ids.noticeId, caseId, hashNoticeIds(ids, keys['login-lookup']), encryptUniqueId(ids, keys)],
          [firstName, lastName, street, city, state, zip],
        ].flat(),
      ),
      member_search: line([ids.noticeId, caseId, nameNorm, zip, vectorOf(terms)]),
    };
  }

  function inventClaim(index: number): InventedRows {
    const id = firstId + index;
    const person = filers.inventPerson();
    const draft = filers.inventClaim(id, person, filingTime(loginForm.deadline, index / claims));
    const { filedAt, withoutScript, suspectedMachine, formId, language, answers: sent } = draft;
    const { noticeId } = idsOfClaim(id);
    const serial = firstSerial + index;
    const when = { filedAt, withoutScript, suspectedMachine, idempotencyKey: `generated-${id}` };
    const { form, number, answers, json } = makeRow({ serial, formId, language, answers: sent, noticeId, ...when });
    const row = parse(json);
    const duplicate_notice = noticeOfClaim(id) !== id && row.notice_id !== null;
    const claim = { ...row, id: String(id), filed_at: filedAt, duplicate_notice, status: 'filed' } as const;
    const { taxIds } = splitTaxIds(form, answers);
    const searched = deriveRow(
      claim,
      {
        uploads: noUploads,
        hasDataErrors: false,
        reached: noneReached,
        taxIds,
        corrections: {},
        contacts: noContacts,
        review: undefined,
      },
      { settlement },
    );
    rememberNames(searched.terms);
    return {
      ...(noticeOfClaim(id) === id && inventMember(id, person, form.caseId)),
      claims: line(
        [
          [id, number, form.id, form.version, form.caseId, row.language, row.notice_id, filedAt, row.late],
          [row.documents_expected, row.name, row.email, row.zip, row.state, row.amount, row.quantity],
          [JSON.stringify(row.answers), JSON.stringify(row.summary), row.idempotency_key, row.answers_hash],
          [row.documents_due, row.suspected_machine, row.without_script, duplicate_notice],
        ].flat(),
      ),
      claim_tax_ids: row.tax_ids
        .map((taxId) => line([id, taxId.path, taxId.encrypted, taxId.key_version, taxId.lookup]))
        .join(''),
      ...historyOf(id, row, duplicate_notice),
      claim_search: line([...searchColumns.map((column) => searched[column]), vectorOf(searched.terms)]),
    };
  }

  return {
    inventClaim,
    /** A class member who does not file. */
    inventMember(serial: number): InventedRows {
      const ids = {
        noticeId: String(600_000_000 + serial),
        uniqueId: `M${serial.toString(36).toUpperCase().padStart(7, '0')}`,
      };
      const person = filers.inventPerson();
      return inventMember(serial, person, loginForm.caseId, ids);
    },
    nameWords,
  };
}

/** The claim was filed, and its receipt sent if it has an address. */
function historyOf(id: number, row: FiledRow, duplicateNotice: boolean): InventedRows {
  const hash = bytesOf(duplicateNotice ? row.duplicate_entry_hash : row.entry_hash);
  const details = { ...row.details, duplicateNotice };
  const filed = { position: 1, at: new Date(row.filed_at), kind: 'claim-filed', details, previous_hash: null, hash };
  const sentAt = new Date(filed.at.getTime() + receiptMilliseconds);
  const messageId = `${receiptMessageIdName(row.number)}@claims.example.com`;
  const entries =
    row.email === null
      ? [filed]
      : [filed, createEntry(row.number, sentAt, { kind: 'receipt-sent', details: { messageId, attempts: 1 } }, filed)];
  return {
    claim_history: entries
      .map((entry) =>
        line(
          [
            [id, entry.position, entry.at, entry.kind],
            [JSON.stringify(entry.details), entry.previous_hash, entry.hash],
          ].flat(),
        ),
      )
      .join(''),
    ...(row.email !== null && { receipt_outbox: line([id, 'receipt', filed.at, filed.at, 1, sentAt, 'sent']) }),
  };
}

const bytesOf = (hexadecimal: string): Buffer => Buffer.from(hexadecimal.slice(2), 'hex');

/** The text of a `tsvector`. */
const vectorOf = (terms: readonly string[]): string =>
  terms.map((term) => `'${term.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`).join(' ');

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
