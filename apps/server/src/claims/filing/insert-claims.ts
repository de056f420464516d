import { entryText, type RowHashes } from '../../platform/history/entries.ts';
import { hash } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { AnyAnswers } from '@redress/forms/answers';
import type { Context } from '@redress/forms/definition';
import type { FormEvaluation } from '@redress/forms/evaluate-form';
import { summarize } from '@redress/forms/summarize';
import { splitTaxIds } from '@redress/forms/tax-ids';
import { encryptTaxIds } from '../../platform/keys/encrypted-fields.ts';
import type { Keys } from '../../platform/keys/keys.ts';
import type { RequestObservations } from '../observations/observe-request.ts';
import { hashAnswers } from './hash-answers.ts';
import type { HistoryEvent } from '../history/claim-history.ts';
import { entryDetails, hashRow } from '../../platform/history/row-hashes.ts';
import type { ClaimRequest, SolvedChallenge } from './claim-request.ts';
import { searchColumnsOf } from './search-columns.ts';
import type { ClaimsTable } from './tables.ts';

export interface NewClaim {
  readonly number: string;
  readonly request: ClaimRequest;
  /** The evaluation has no errors. */
  readonly evaluation: FormEvaluation;
  /** The masks of answers that the server filled in. The claimant’s copies show these. */
  readonly masked?: AnyAnswers;
  readonly context: Context;
  readonly filedAt: Date;
  readonly late: boolean;
  readonly documentsDue: boolean;
  readonly withoutScript: boolean;
  readonly idempotencyKey: string | undefined;
  readonly captcha: SolvedChallenge | undefined;
  /** Undefined when no request files the claim. */
  readonly observed?: RequestObservations | undefined;
}

/** A claim, ready for `insertStatement`. */
export interface ClaimRow {
  readonly number: string;
  readonly noticeId: string;
  readonly idempotencyKey: string | null;
  readonly captcha: string | null;
  /** A JSON object with the statement's columns. */
  readonly json: string;
}

const waitForUploadsMilliseconds = 3 * 60 * 1_000;

export function claimRowOf(claim: NewClaim, keys: Keys): ClaimRow {
  const { number, evaluation, filedAt, late, documentsDue, withoutScript, captcha, idempotencyKey = null } = claim;
  const { form, documentsToFollow, suspectedMachine } = claim.request;
  const { language = 'en' } = form;
  const { open, taxIds } = splitTaxIds(form, evaluation.answers);
  const columns = { ...searchColumnsOf(form, open, claim.context), language };
  const summary = summarize(form, { ...evaluation, answers: { ...evaluation.answers, ...claim.masked } });
  const answersHash = hashAnswers(form, evaluation.answers, keys.answers);
  const details = {
    formId: form.id,
    formVersion: form.version,
    late,
    documentsDue,
    suspectedMachine,
    withoutScript,
    answersHash: answersHash.toString('hex'),
    caseId: form.caseId,
    language,
    documentsExpected: documentsToFollow,
  };
  const stored = {
    number,
    form_id: form.id,
    form_version: form.version,
    case_id: form.caseId,
    filed_at: filedAt,
    late,
    documents_expected: documentsToFollow,
    documents_due: documentsDue,
    suspected_machine: suspectedMachine,
    without_script: withoutScript,
    ...columns,
    answers: open,
    summary,
    idempotency_key: idempotencyKey,
  };
  const rows = hashNewClaim(stored, answersHash, keys);
  const event = { kind: 'claim-filed', details: { ...details, duplicateNotice: false }, rows } satisfies HistoryEvent;
  const first = { position: 1, at: filedAt, kind: event.kind, details: entryDetails(event), previous_hash: null };
  const entry = entryText(number, first);
  // Uploads usually arrive within moments; a receipt that waits for them can list them.
  const receiptDueAt = documentsToFollow === 0 ? filedAt : new Date(filedAt.getTime() + waitForUploadsMilliseconds);
  const nonce = captcha ? bytes(captcha.nonce) : null;
  const row = {
    ...stored,
    answers_hash: bytes(answersHash),
    tax_ids: encryptTaxIds(number, taxIds, keys).map((taxId) => ({
      ...taxId,
      encrypted: bytes(taxId.encrypted),
      lookup: bytes(taxId.lookup),
    })),
    details: { ...details, ...rows },
    // Only the database knows whether the Notice ID was used before; it chooses between two hashes.
    entry_hash: hashText(entry),
    duplicate_entry_hash: hashText(entry.replace('"duplicateNotice":false', '"duplicateNotice":true')),
    receipt_due_at: columns.email === null ? null : receiptDueAt,
    captcha: nonce,
    captcha_expires_at: captcha?.expiresAt,
    ...observationColumns(claim),
  };
  return {
    number,
    noticeId: columns.notice_id ?? '',
    idempotencyKey,
    captcha: nonce,
    json: JSON.stringify(row),
  };
}

/** Hashes a claim's row before PostgreSQL adds the ID and the columns that it computes. */
function hashNewClaim(
  claim: Omit<Selectable<ClaimsTable>, 'id' | 'status' | 'duplicate_notice' | 'answers_hash'>,
  answersHash: Buffer,
  keys: Pick<Keys, 'answers'>,
): RowHashes {
  const row = {
    ...claim,
    id: '',
    status: 'filed',
    duplicate_notice: false,
    amount: asNumeric(claim.amount, 4),
    quantity: asNumeric(claim.quantity, 0),
    answers_hash: answersHash,
  } as const;
  return hashRow('claims', row, keys);
}

/** Writes a decimal as PostgreSQL writes a `numeric` of this scale: `0012.5` becomes `12.5000`. */
function asNumeric(decimal: string | null, scale: number): string | null {
  if (decimal === null) return null;
  const [whole = '', fraction = ''] = decimal.split('.');
  const digits = whole.replace(/^0+(?=\d)/, '') || '0';
  return scale === 0 ? digits : `${digits}.${fraction.padEnd(scale, '0')}`;
}

/** A column that is absent was not measured, and becomes null. */
function observationColumns({ observed, request: { observations } }: NewClaim) {
  const hash = (value: Buffer | undefined) => value && bytes(value);
  return {
    visible_seconds: observations.visibleSeconds,
    fields_typed: observations.typed,
    fields_pasted: observations.pasted,
    fields_filled: observations.filled,
    fields_other: observations.other,
    draft_restored: observations.draftRestored,
    automated: observations.automated,
    claims_chrome: observed?.claimsChrome,
    lacks_client_hints: observed?.lacksClientHints,
    address_hash: hash(observed?.addressHash),
    network_hash: hash(observed?.networkHash),
    browser_hash: hash(observed?.browserHash),
    network_kind: observed?.network?.kind,
    network_list_date: observed?.network?.date,
  };
}

/** Writes `bytea` for JSON. */
function bytes(value: Buffer): string {
  return `\\x${value.toString('hex')}`;
}

function hashText(text: string): string {
  return `\\x${hash('sha256', text, 'hex')}`;
}

const claimColumns = `number, form_id, form_version, case_id, filed_at, late, documents_expected, documents_due,
  suspected_machine, without_script, notice_id, name, email, zip, state, amount, quantity, language, answers, summary,
  idempotency_key, answers_hash`;

const observationColumnNames = `visible_seconds, fields_typed, fields_pasted, fields_filled, fields_other, draft_restored,
  automated, without_script, claims_chrome, lacks_client_hints, address_hash, network_hash, browser_hash, network_kind,
  network_list_date`;

/**
 * Inserts claims with their tax IDs, first history entries, observations, pending receipts and used
 * captchas: all or none, in one round trip. Returns the numbers of the inserted ones. A claim whose
 * idempotency key or captcha was used before is left out.
 */
export const insertStatement = `
with claim as materialized (
  select * from jsonb_to_recordset($1::jsonb) as claim (
    number text, form_id text, form_version integer, case_id text, filed_at timestamptz, late boolean,
    documents_expected integer, documents_due boolean, suspected_machine boolean, without_script boolean,
    notice_id text, name text, email text, zip text, state text, amount numeric, quantity bigint, language text,
    answers jsonb, summary jsonb, idempotency_key text, answers_hash bytea, tax_ids jsonb, details jsonb,
    entry_hash bytea, duplicate_entry_hash bytea, receipt_due_at timestamptz, captcha bytea,
    captcha_expires_at timestamptz, visible_seconds integer, fields_typed smallint, fields_pasted smallint,
    fields_filled smallint, fields_other smallint, draft_restored boolean, automated boolean, claims_chrome boolean,
    lacks_client_hints boolean, address_hash bytea, network_hash bytea, browser_hash bytea, network_kind text,
    network_list_date date
  )
),
used_captcha as (
  insert into captcha_used (challenge, expires_at)
  select captcha, captcha_expires_at from claim
  where captcha is not null
  on conflict do nothing
  returning challenge
),
filed as (
  insert into claims (${claimColumns})
  select ${claimColumns} from claim
  where captcha is null or captcha in (select challenge from used_captcha)
  on conflict (idempotency_key) do nothing
  returning id, number, duplicate_notice
),
filed_claim as (
  select filed.id, duplicate_notice, case_id, filed_at, tax_ids, receipt_due_at, details, entry_hash,
    duplicate_entry_hash, ${observationColumnNames}
  from filed join claim using (number)
),
tax_id as (
  insert into claim_tax_ids (claim_id, path, encrypted, key_version, lookup)
  select id, path, encrypted, key_version, lookup
  from filed_claim, jsonb_to_recordset(tax_ids) as tax_id (
    path text, encrypted bytea, key_version smallint, lookup bytea
  )
),
receipt as (
  insert into receipt_outbox (claim_id, kind, created_at, due_at)
  select id, 'receipt', filed_at, receipt_due_at from filed_claim
  where receipt_due_at is not null
),
observation as (
  insert into claim_observations (claim_id, case_id, at, ${observationColumnNames})
  select id, case_id, filed_at, ${observationColumnNames} from filed_claim
),
entry as (
  insert into claim_history (claim_id, position, at, kind, details, hash)
  select id, 1, filed_at, 'claim-filed', details || jsonb_build_object('duplicateNotice', duplicate_notice),
    case when duplicate_notice then duplicate_entry_hash else entry_hash end
  from filed_claim
)
select number from filed`;
