import {
  channelLabels,
  decisionLabels,
  describeClaimFilters,
  flagLabels,
  statusLabels,
} from '@redress/contract/console/claim-labels';
import { formatClaimed } from '@redress/contract/console/format-figure';
import { readClaimListQuery, viewOf, writeClaimListQuery } from '@redress/contract/console/claim-list';
import { findForm } from '@redress/contract/settlement';
import { type ClaimForm, isField } from '@redress/forms/definition';
import { sql } from 'kysely';
import { rowConditions, and, casesOf, type ClaimScope, facetConditions } from '../claim-list/claim-conditions.ts';
import { type ClaimRow, countMatching, findNewest, listedColumns, readAssignees } from '../claim-list/read-claims.ts';
import { readRanges } from '../../claims/filing/claimed-range.ts';
import { decryptTaxId } from '../../platform/keys/encrypted-fields.ts';
import { describeSettlement } from '../sign-in/session-routes.ts';
import { correctedColumns, type CorrectedValues, describeCorrections } from './corrected-values.ts';
import { type CurrentContacts, currentColumns, describeCurrentContacts } from './current-contacts.ts';
import {
  contactColumn,
  type ExportColumn,
  type ExportContext,
  type ExportList,
  type ExportRow,
  type ExportScope,
  plainColumn,
} from './export-list.ts';

/**
 * With this many claims, a statement takes milliseconds. Nothing is locked or kept open between
 * statements.
 */
const idsPerBatch = 5_000;

const columns: readonly ExportColumn[] = [
  plainColumn('number', 'Claim number', 13),
  plainColumn('case', 'Case', 16),
  plainColumn('form', 'Form', 12),
  plainColumn('filed-day', 'Filed on (court’s time zone)', 14, 'day'),
  plainColumn('filed-at', 'Filed at (UTC)', 25, 'time'),
  plainColumn('state', 'State', 16),
  plainColumn('language', 'Language', 10),
  plainColumn('channel', 'Channel', 18),
  plainColumn('amount', 'Amount claimed', 16, 'amount'),
  plainColumn('range', 'Range claimed', 24),
  plainColumn('corrected-amount', 'Amount claimed, corrected', 16, 'amount'),
  plainColumn('recognized', 'Amount recognized', 16, 'amount'),
  plainColumn('status', 'Status', 18),
  plainColumn('decision', 'Decision', 12),
  plainColumn('reasons', 'Reasons for the decision', 30),
  plainColumn('surviving-claim', 'Claim that counts', 13),
  plainColumn('assignee', 'Assigned to', 20),
  plainColumn('late', flagLabels.late, 8, 'yes-no'),
  plainColumn('duplicate', flagLabels.duplicate, 12, 'yes-no'),
  plainColumn('machine', flagLabels.machine, 12, 'yes-no'),
  plainColumn('documents-missing', flagLabels['documents-missing'], 12, 'yes-no'),
  plainColumn('data-errors', flagLabels['data-errors'], 12, 'yes-no'),
  plainColumn('high-value', flagLabels['high-value'], 12, 'yes-no'),
  plainColumn('rule', flagLabels.rule, 12, 'yes-no'),
  plainColumn('reopened', flagLabels.reopened, 12, 'yes-no'),
  contactColumn('name', 'Name', 30),
  contactColumn('notice-id', 'Notice ID', 12),
  contactColumn('email', 'Email', 30),
  contactColumn('phone', 'Phone', 16),
  contactColumn('street1', 'Street', 30),
  contactColumn('street2', 'Street, second line', 20),
  contactColumn('city', 'City', 20),
  contactColumn('zip', 'ZIP', 10),
  contactColumn('corrected-name', 'Name, corrected', 30),
  contactColumn('corrected-contact', 'Contact information, corrected', 40),
  contactColumn('current-address', 'Letters go to', 40),
  contactColumn('current-email', 'Emails go to', 30),
  { ...plainColumn('corrections', 'Corrections', 60), kind: 'answers' },
  { ...plainColumn('tax-ids', 'Tax IDs', 20), kind: 'tax-ids' },
];

/** The columns that are answers, by the `autocomplete` of their fields in every form. */
const answerColumns = {
  phone: 'tel-national',
  street1: 'address-line1',
  street2: 'address-line2',
  city: 'address-level2',
} as const;
type AnswerColumn = keyof typeof answerColumns;
const answerNames: readonly AnswerColumn[] = ['phone', 'street1', 'street2', 'city'];

const namesOf = (form: ClaimForm, column: AnswerColumn): string[] =>
  form.sections
    .flatMap(({ items }) => items.filter(isField))
    .filter((field) => 'autocomplete' in field && field.autocomplete === answerColumns[column])
    .map(({ name }) => name);

/** The claims of the list, in the order of filing. */
export const claimsExport: ExportList = {
  name: 'claims',
  title: 'Claims',
  permission: 'claims',
  tellsDecisions: true,
  columns,
  describe(settlement, query, cases) {
    const forms = settlement.claimForms.filter(({ caseId }) => cases.includes(caseId)).map(({ id }) => id);
    const read = readClaimListQuery(new URLSearchParams(query), { case: cases, form: forms });
    // The person's columns and order on the screen do not apply to the export.
    const { sort: _sort, column: _column, ...filters } = viewOf(read.query);
    return {
      query: writeClaimListQuery(filters),
      filters: describeClaimFilters(filters, describeSettlement(settlement)),
      ignored: read.ignored,
    };
  },
  count: ({ database }, scope) => countMatching(database, scopeOf(scope)),
  findNewest: ({ database }) => findNewest(database),
  async *read(context, scope, upTo) {
    const last = Number(upTo);
    for (let after = await findFirst(context, last); after < last; after += idsPerBatch) {
      const rows = await readBatch(context, scope, after, Math.min(after + idsPerBatch, last));
      if (rows.length > 0) yield rows;
    }
  },
};

const scopeOf = ({ query, cases, without = [] }: Omit<ExportScope, 'columns'>): ClaimScope => ({
  filters: readClaimListQuery(new URLSearchParams(query)).query,
  cases,
  without,
});

async function findFirst({ database }: ExportContext, last: number): Promise<number> {
  const { rows } = await sql<{ first: string | null }>`select min(claim_id) as first from claim_search`.execute(
    database,
  );
  return Number(rows[0]?.first ?? last + 1) - 1;
}

type BatchRow = Omit<ClaimRow, 'key'> & {
  readonly zip: string;
  readonly form_version: number | null;
  readonly notice_id: string | null;
  readonly email: string | null;
  readonly picked: Readonly<Record<string, unknown>> | null;
};

/** Reads the claims with an ID above `after` and up to `to`. */
async function readBatch(context: ExportContext, scope: ExportScope, after: number, to: number): Promise<ExportRow[]> {
  const { settlement, database } = context;
  const ofClaims = scopeOf(scope);
  const wants = (kind: ExportColumn['kind']) =>
    columns.some((column) => column.kind === kind && scope.columns.includes(column.key));
  const conditions = and([
    sql<boolean>`claim_id > ${after} and claim_id <= ${to}`,
    sql<boolean>`search.case_id = any(${casesOf(ofClaims)}::text[])`,
    and(facetConditions(ofClaims)),
    and(rowConditions(ofClaims)),
  ]);
  const names = [
    ...new Set(settlement.claimForms.flatMap((form) => answerNames.flatMap((each) => namesOf(form, each)))),
  ];
  // Only contact answers are read: an agent's claim lists thousands of class members.
  const ofContact = wants('contact')
    ? sql`claims.form_version, claims.notice_id, claims.email,
        (select jsonb_object_agg(name, claims.answers -> name) from unnest(${names}::text[]) as name) as picked`
    : sql`null::int as form_version, null as notice_id, null as email, null as picked`;
  const { rows } = await sql<BatchRow>`
    select ${ofContact}, search.* from (
      select ${listedColumns}, zip from claim_search search where ${conditions}
    ) as search ${wants('contact') ? sql`join claims on claims.id = search.claim_id` : sql``}
    order by search.claim_id`.execute(database);
  const isCorrected = correctedColumns.some((key) => scope.columns.includes(key));
  const corrected = isCorrected ? await describeCorrections(context, rows) : new Map<string, CorrectedValues>();
  const isCurrent = currentColumns.some((key) => scope.columns.includes(key));
  const current = isCurrent ? await describeCurrentContacts(context, rows) : new Map<string, CurrentContacts>();
  const taxIds = wants('tax-ids') ? await readTaxIds(context, rows) : new Map<string, string[]>();
  const ranges = scope.columns.includes('range')
    ? await readRanges(
        database,
        settlement,
        rows.map((row) => ({ id: row.claim_id, formId: row.form_id })),
      )
    : new Map<string, null>();
  const assignees = await readAssignees(database, rows);
  const decisions = ['decision', 'surviving-claim'].some((key) => scope.columns.includes(key))
    ? await readDecisions(context, rows)
    : new Map<string, never>();
  const labels = new Map(settlement.review.reasons.map(({ id, label }) => [id, label]));
  return rows.map((row) => {
    const form = row.form_version === null ? undefined : findForm(settlement, row.form_id, row.form_version);
    const answers = Object.fromEntries(answerNames.map((column) => [column, form ? pick(row, form, column) : '']));
    return {
      caseId: row.case_id,
      values: {
        number: row.number,
        case: row.case_id,
        form: row.form_id,
        'filed-day': row.filed_day,
        'filed-at': row.filed_at.toISOString(),
        state: row.state,
        language: row.language,
        channel: channelLabels[row.without_script ? 'no-script' : 'script'],
        amount: row.amount,
        range: formatClaimed(null, ranges.get(row.claim_id) ?? null) ?? '',
        recognized: row.recognized_amount,
        status: statusLabels[row.status],
        decision: decisions.get(row.claim_id)?.decision ?? '',
        reasons: row.reasons.map((id) => labels.get(id) ?? id).join('; '),
        'surviving-claim': decisions.get(row.claim_id)?.survivor ?? '',
        assignee: row.assignee === null ? '' : (assignees.get(row.assignee) ?? ''),
        late: row.late,
        duplicate: row.duplicate,
        machine: row.machine,
        'documents-missing': row.documents_missing,
        'data-errors': row.data_errors,
        'high-value': row.high_value,
        rule: row.queued_by_rule,
        reopened: row.reopened,
        name: row.name,
        'notice-id': row.notice_id,
        email: row.email,
        zip: row.zip,
        ...answers,
        ...corrected.get(row.claim_id),
        ...current.get(row.claim_id),
        'tax-ids': (taxIds.get(row.claim_id) ?? []).join('; '),
      },
    };
  });
}

function pick({ picked }: BatchRow, form: ClaimForm, column: AnswerColumn): string {
  for (const name of namesOf(form, column)) {
    const answer = picked?.[name];
    if (typeof answer === 'string') return answer;
  }
  return '';
}

interface Decided {
  readonly claim_id: string;
  readonly status: string;
  readonly outcome: keyof typeof decisionLabels.decided;
  readonly survivor: string | null;
}

/**
 * Reads the decisions on claims, because the status of a final claim doesn’t tell them, and the
 * numbers of the claims that count in place of those denied as their duplicates.
 */
async function readDecisions({ database }: ExportContext, claims: readonly BatchRow[]) {
  const ids = claims.map(({ claim_id: id }) => id);
  // Found one by one: a batch is a small part of all decisions.
  const { rows } = await sql<Decided>`
    select review.claim_id, review.status, decided.outcome, survivor.number as survivor
    from claim_review review
    cross join lateral (select * from claim_decisions where id = review.decision_id offset 0) decided
    left join lateral (select number from claims where id = decided.surviving_claim_id offset 0) survivor on true
    where review.claim_id = any(${ids}::bigint[])`.execute(database);
  return new Map(
    rows.map(({ claim_id: id, status, outcome, survivor }) => [
      id,
      { decision: status === 'proposed' ? '' : decisionLabels.decided[outcome], survivor },
    ]),
  );
}

async function readTaxIds(
  { database, keys }: ExportContext,
  claims: readonly BatchRow[],
): Promise<Map<string, string[]>> {
  const numbers = new Map(claims.map(({ claim_id: id, number }) => [id, number]));
  const rows = await database
    .selectFrom('claim_tax_ids')
    .select(['claim_id', 'path', 'encrypted', 'key_version'])
    .where('claim_id', '=', sql<string>`any(${[...numbers.keys()]}::bigint[])`)
    .orderBy('claim_id')
    .orderBy('path')
    .execute();
  const found = new Map<string, string[]>();
  for (const { claim_id: id, ...row } of rows) {
    const { digits } = decryptTaxId(numbers.get(id) ?? '', row, keys);
    found.set(id, [...(found.get(id) ?? []), digits]);
  }
  return found;
}
