import { isDeepStrictEqual } from 'node:util';
import {
  type BulkAction,
  type BulkActionPreviewRequest,
  BulkActionSchema,
  type BulkSelection,
  bulkWithoutSecondPerson,
  maxBulkClaims,
  type NewBulkJob,
} from '@redress/contract/console/bulk';
import { readClaimListQuery, writeClaimListQuery } from '@redress/contract/console/claim-list';
import { letterLabels } from '@redress/contract/console/claim-labels';
import type { LetterDue } from '@redress/contract/letters';
import { everyCase, type Permission } from '@redress/contract/console/staff';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { Type } from 'typebox';
import { rowConditions, and, casesOf, facetConditions } from '../claim-list/claim-conditions.ts';
import { isToWriteTo } from '../../claims/letters/queue-letters.ts';
import type { ConsoleContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { BulkJobRow } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { askForApproval, defineApproval } from '../approvals/approvals.ts';
import { findNamedClaim, needsSurvivor } from '../review/surviving-claim.ts';
import { countFlags } from './count-flags.ts';
import { approveBulkJob, refuseBulkJob } from './end-bulk-job.ts';
import {
  ApprovalSumsSchema,
  describeFlags,
  describeLeft,
  describeReopened,
  describeSums,
  describeTimeToCure,
  formatClaims,
  FlagSumsSchema,
  type FrozenClaim,
  hashClaims,
  readDecidedClaims,
  readOpenClaims,
  ReopenSumsSchema,
  storeClaims,
  sumClaims,
  sumDecided,
} from './approval-content.ts';
import { describeAction, findBulkJob } from './read-bulk-jobs.ts';
import { planShares } from './share-claims.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type CreateContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;
interface Asker {
  readonly id: string;
  /** The cases in which the person may start bulk actions. */
  readonly cases: readonly string[];
}

const bulkApproval = 'bulk-action';
const lettersKind = 'letters';

/**
 * Freezes the chosen claims and starts the action, or asks a second person. A repeated request
 * changes nothing.
 * @throws ProblemError `conflict` when the list has a different number of claims than the person
 *   saw
 */
export async function createBulkJob(context: CreateContext, asker: Asker, asked: NewBulkJob): Promise<void> {
  if (await wasSent(context, asker, asked)) return;
  try {
    await addBulkJob(context, asker, asked);
  } catch (error) {
    // The same request, sent twice at once, was stored already.
    if (violatedUniqueConstraint(error) !== 'bulk_jobs_pkey') throw error;
    await wasSent(context, asker, asked);
  }
}

/** @throws ProblemError `conflict` when another action has its ID */
async function wasSent(
  { database, settlement }: Pick<CreateContext, 'database' | 'settlement'>,
  asker: Asker,
  { id, selection, action, reason = '' }: NewBulkJob,
): Promise<boolean> {
  const job = await database.selectFrom('bulk_jobs').selectAll().where('id', '=', id).executeTakeFirst();
  if (!job) return false;
  const isSelected = await wasSelected(database, job, selection);
  const people = job.shares?.people.map(({ to, percent }) => ({ to, percent }));
  const survivorId = (await findSurvivor(database, settlement, asker, action))?.id ?? null;
  const [shares, reassigns] = 'shares' in action ? [action.shares, action.reassigns] : [];
  const stored = [job.asked_by, job.kind, job.assign_to, people, job.shares?.reassigns, job.reasons];
  const sent = [asker.id, action.kind, assigneeOf(action), shares, reassigns, reasonsOf(action)];
  stored.push(job.surviving_claim_id, job.reason);
  sent.push(survivorId, stripNulAndSurrogates(reason).trim());
  if (!isSelected || !isDeepStrictEqual(stored, sent))
    throw consoleProblem(
      'conflict',
      'This action was already started with different claims or settings. Find it under Rules before you start it again.',
    );
  return true;
}

const assigneeOf = (action: BulkAction): string | null => ('to' in action ? action.to : null);

/**
 * Finds the claim that counts when others are denied as its duplicates.
 * @throws ProblemError `bad-request` when the action names none, or one beside the earliest of each
 */
async function findSurvivor(
  database: Kysely<Tables>,
  settlement: ConsoleContext['settlement'],
  { cases }: Asker,
  action: BulkAction,
) {
  if (action.kind === 'deny' && action.earliestCounts && action.survivingClaim !== undefined)
    throw consoleProblem('bad-request', 'Choose one claim that counts, or the earliest duplicate of each claim.');
  if (action.kind !== 'deny' || action.earliestCounts || !needsSurvivor(settlement.review, action.reasons))
    return undefined;
  const survivor = await findNamedClaim(database, settlement, action.survivingClaim, cases);
  if (!survivor) throw consoleProblem('bad-request', 'Enter the number of the claim that counts.');
  return survivor;
}

const reasonsOf = (action: BulkAction): readonly string[] => ('reasons' in action ? action.reasons : []);

async function wasSelected(database: Kysely<Tables>, job: BulkJobRow, selection: BulkSelection): Promise<boolean> {
  if ('job' in selection) return job.claims_of === selection.job;
  if ('letters' in selection)
    return (
      job.letter === selection.letters &&
      isDeepStrictEqual(job.case_ids, [selection.caseId]) &&
      job.claims === selection.expected
    );
  if ('query' in selection)
    return job.query === readFilters(selection.query).query && job.claims === selection.expected;
  if (job.query !== null || job.claims_of !== null || job.claims !== selection.numbers.length) return false;
  const other = await database
    .selectFrom('bulk_job_claims')
    .innerJoin('claims', 'claims.id', 'claim_id')
    .select('number')
    .where('job_id', '=', job.id)
    .where('number', '<>', sql<string>`all(${selection.numbers}::text[])`)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}

async function addBulkJob(context: CreateContext, asker: Asker, asked: NewBulkJob): Promise<void> {
  const { database, keys, now } = context;
  const { id, action } = asked;
  const reason = stripNulAndSurrogates(asked.reason ?? '').trim();
  const at = now();
  await database.transaction().execute(async (transaction) => {
    // This is read first, so that every later entry counts as new.
    const asOf = await (action.kind === 'reopen' || action.kind === 'letter'
      ? readLastEntry(transaction)
      : readLastShown(transaction));
    const planned = await planAction(transaction, context, asker, asked);
    const { claims, query, claimsOf, reasons, survivor, amounts, sums, shared, description } = planned;
    const caseIds = [...new Set(claims.map(({ caseId }) => caseId))].toSorted();
    const needsSecond = claims.length > bulkWithoutSecondPerson;
    if (needsSecond && action.kind === 'deny')
      throw consoleProblem(
        'bad-request',
        `Choose at most ${bulkWithoutSecondPerson} claims: a second person reviews each denial.`,
      );
    if (needsSecond && reason === '')
      throw consoleProblem(
        'bad-request',
        `Give a reason for the second person, who must approve more than ${bulkWithoutSecondPerson} claims.`,
      );
    if (action.kind === 'reopen' && reason === '')
      throw consoleProblem('bad-request', 'Give a reason. It is added as a note to each claim.');
    const frozen = claims.map((claim) => ({
      ...claim,
      amount: amounts.get(claim.id) ?? null,
      assignTo: shared?.assignees.get(claim.id) ?? null,
    }));
    const sha256 = hashClaims(frozen);
    const approval = needsSecond
      ? await askForApproval(transaction, context, {
          kind: action.kind === 'letter' ? lettersKind : bulkApproval,
          caseId: caseIds.length === 1 ? (caseIds[0] ?? everyCase) : everyCase,
          askedBy: asker.id,
          reason,
          details: {
            jobId: id,
            action: { ...action },
            claims: claims.length,
            query,
            sums,
            sha256: sha256.toString('hex'),
            description,
          },
        })
      : undefined;
    const job = await transaction
      .insertInto('bulk_jobs')
      .values({
        id,
        kind: action.kind,
        case_ids: caseIds,
        query,
        claims_of: claimsOf,
        assign_to: assigneeOf(action),
        shares: shared?.stored ?? null,
        reasons,
        surviving_claim_id: survivor?.id ?? null,
        letter: 'letters' in asked.selection ? asked.selection.letters : null,
        claims: claims.length,
        sha256,
        as_of: asOf,
        reason,
        asked_by: asker.id,
        asked_at: at,
        approval_id: approval ?? null,
        status: needsSecond ? 'asking' : 'waiting',
        due_at: at,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await storeClaims(transaction, id, frozen);
    await addRecordEntry(transaction, { kind: 'bulk', id }, at, {
      kind: 'bulk-asked',
      details: {
        by: asker.id,
        action: action.kind,
        claims: claims.length,
        sha256: sha256.toString('hex'),
        ...(approval !== undefined && { approval }),
      },
      rows: hashRow('bulk_jobs', job, keys),
    });
  });
}

/** The claims of an action, with its sums and its description. */
async function planAction(
  transaction: Kysely<Tables>,
  context: Pick<CreateContext, 'settlement' | 'now'>,
  asker: Asker,
  { selection, action }: BulkActionPreviewRequest,
) {
  const { settlement, now } = context;
  const assignedName = await requireAction(transaction, settlement, action);
  const { claims, query, claimsOf } = await chooseClaims(transaction, asker, selection);
  const reasons = [...reasonsOf(action)];
  const survivor = await findSurvivor(transaction, settlement, asker, action);
  // The claim that counts must be in a case of the action: people who may see the action might not
  // be permitted to see claims of other cases.
  if (survivor && !claims.some(({ caseId }) => caseId === survivor.case_id))
    throw consoleProblem('bad-request', 'The claim that counts must belong to the same case. Enter its number.');
  const { amounts, sums, summary } = await readSums(transaction, context, action, claims);
  const shared = 'shares' in action ? await planShares(transaction, action, claims, now()) : undefined;
  const described = {
    kind: action.kind,
    claims: claims.length,
    query,
    claims_of: claimsOf,
    reasons,
    assignedName,
    survivor: survivor?.number ?? null,
    shares: shared?.named ?? null,
  };
  const description = [
    describeAction(settlement, described),
    ...summary,
    ...(shared ? describeLeft(shared.left) : []),
  ].join(' ');
  return { claims, query, claimsOf, reasons, survivor, amounts, sums, shared, description };
}

/** Shows the requester the description that the second person will read. */
export async function previewBulkAction(
  context: Pick<CreateContext, 'database' | 'settlement' | 'now'>,
  asker: Asker,
  asked: BulkActionPreviewRequest,
): Promise<string> {
  return (await planAction(context.database, context, asker, asked)).description;
}

/** The sums that the second person signs besides the claim numbers, and their description. */
async function readSums(
  transaction: Kysely<Tables>,
  context: Pick<CreateContext, 'settlement' | 'now'>,
  { kind }: BulkAction,
  chosen: readonly Chosen[],
) {
  const { settlement } = context;
  const ids = chosen.map(({ id }) => id);
  const flagsOf = (claims: readonly string[]) =>
    countFlags(transaction, settlement, sql`select unnest(${claims}::bigint[])`);
  const amountsOf = (claims: readonly Pick<FrozenClaim, 'id' | 'amount'>[]) =>
    new Map(claims.map(({ id, amount }) => [id, amount]));
  switch (kind) {
    case 'approve': {
      const open = await readOpenClaims(transaction, settlement.review, ids);
      const approved = open.flatMap(({ id, amount }) => (amount === null ? [] : [id]));
      const sums = { ...sumClaims(settlement.review, open, ids.length), flags: await flagsOf(approved) };
      return { amounts: amountsOf(open), sums, summary: [describeSums(sums)] };
    }
    case 'reopen': {
      const decided = await readDecidedClaims(transaction, ids);
      const sums = sumDecided(decided, ids.length);
      return { amounts: amountsOf(decided), sums, summary: [describeReopened(sums)] };
    }
    case 'deficient':
    case 'deny': {
      const open = (await readOpenClaims(transaction, settlement.review, ids)).map(({ id }) => id);
      const sums = { claims: open.length, flags: await flagsOf(open), decided: ids.length - open.length };
      const terms = kind === 'deficient' ? await describeTimeToCure(transaction, context, open) : [];
      return { amounts: amountsOf([]), sums, summary: [describeFlags(sums), ...terms] };
    }
    case 'letter': {
      const { rows } = await sql<{ kind: LetterDue; claims: number }>`
        select letter_due as kind, count(*)::int as claims from claim_review
        where claim_id = any(${ids}::bigint[]) and letter_due is not null group by 1 order by 1`.execute(transaction);
      const counted = rows.map(({ kind: letter, claims }) => `${claims} ${letterLabels[letter].toLowerCase()}`);
      return { amounts: amountsOf([]), sums: null, summary: [`Letters: ${counted.join(', ') || 'none'}.`] };
    }
    case 'assign':
      return { amounts: amountsOf([]), sums: null, summary: [] };
  }
}

/**
 * Returns the assignee's name.
 * @throws ProblemError `bad-request` for an action that no claim can have
 */
async function requireAction(
  database: Kysely<Tables>,
  { review }: ConsoleContext['settlement'],
  action: BulkAction,
): Promise<string | null> {
  if (action.kind === 'deficient' || action.kind === 'deny') {
    const known = review.reasons.filter(({ outcome }) => outcome === action.kind).map(({ id }) => id);
    if (!action.reasons.every((reason) => known.includes(reason)))
      throw consoleProblem('bad-request', 'That reason isn’t available for this decision. Reload the page.');
  }
  const to = assigneeOf(action);
  if (to === null) return null;
  const person = await database
    .selectFrom('staff')
    .select('name')
    .where('id', '=', to)
    .where('disabled_at', 'is', null)
    .executeTakeFirst();
  if (!person) throw consoleProblem('bad-request', 'This person no longer has access to the console. Choose another.');
  return person.name;
}

/** Current decisions are reopened, even if the list does not show them yet. */
async function readLastEntry(transaction: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ last: string }>`select coalesce(max(id), 0) as last from claim_history`.execute(
    transaction,
  );
  return rows[0]?.last ?? '0';
}

/**
 * The last history entry that the list of claims takes into account.
 * @throws ProblemError `conflict` while the list is being rebuilt
 */
async function readLastShown(transaction: Kysely<Tables>): Promise<string> {
  const { version, last_entry, derived_to } = await transaction
    .selectFrom('claim_search_progress')
    .select(['version', 'last_entry', 'derived_to'])
    .executeTakeFirstOrThrow();
  if (version === 0 || derived_to !== null)
    throw consoleProblem(
      'conflict',
      'The claims list is being rebuilt after an update and may be out of date. Try again when it is complete.',
    );
  return last_entry;
}

interface Chosen {
  readonly id: string;
  readonly number: string;
  readonly caseId: string;
}

async function chooseClaims(
  transaction: Kysely<Tables>,
  { cases }: Asker,
  selection: BulkSelection,
): Promise<{ claims: readonly Chosen[]; query: string | null; claimsOf: string | null }> {
  if ('numbers' in selection) {
    const claims = await selectClaims(
      transaction,
      and([isNumbered(selection.numbers), sql`case_id = any(${cases}::text[])`]),
    );
    if (claims.length !== selection.numbers.length) throw new ProblemError('not-found');
    return { claims, query: null, claimsOf: null };
  }
  if ('job' in selection) return chooseDecided(transaction, cases, selection.job);
  if ('letters' in selection) return chooseToWriteTo(transaction, cases, selection);
  const { filters, query } = readFilters(selection.query);
  const scope = { filters, cases };
  const claims = await selectClaims(
    transaction,
    and([sql`case_id = any(${casesOf(scope)}::text[])`, ...facetConditions(scope), ...rowConditions(scope)]),
  );
  if (claims.length > maxBulkClaims)
    throw consoleProblem(
      'bad-request',
      `One action can include at most ${formatClaims(maxBulkClaims)}. Narrow the list with filters.`,
    );
  if (claims.length === 0)
    throw consoleProblem('conflict', 'The matching claims have changed, and you can’t act on any of them now.');
  if (claims.length !== selection.expected)
    throw consoleProblem(
      'conflict',
      `The list has changed: you can now act on ${formatClaims(claims.length)}, not ${formatClaims(selection.expected)}. Check the list and select again.`,
    );
  return { claims, query, claimsOf: null };
}

/**
 * The claims that an action decided and that have no later decision; the oldest, if there are too
 * many for one action.
 */
async function chooseDecided(transaction: Kysely<Tables>, cases: readonly string[], jobId: string) {
  if (!isUuid(jobId)) throw new ProblemError('not-found');
  const job = await findBulkJob(transaction, cases, jobId);
  const claims = await selectClaims(
    transaction,
    sql`claim_id in (
      select done.claim_id from bulk_job_claims done
      join claim_review review on review.claim_id = done.claim_id
      join claim_decisions decision on decision.id = review.decision_id
      where done.job_id = ${job.id} and done.outcome = 'done' and decision.source_id = ${job.run_id ?? job.id}
    )`,
  );
  if (claims.length === 0)
    throw consoleProblem('conflict', 'No decision from this action is still in force, so there is nothing to reopen.');
  return { claims: claims.slice(0, maxBulkClaims), query: null, claimsOf: job.id };
}

/** The claims of a case whose decision needs a letter of this kind. */
async function chooseToWriteTo(
  transaction: Kysely<Tables>,
  cases: readonly string[],
  { letters, caseId, expected }: Extract<BulkSelection, { readonly letters: unknown }>,
) {
  if (!cases.includes(caseId)) throw new ProblemError('not-found');
  const { rows: claims } = await sql<Chosen>`
    select claim_id as id, number, review.case_id as "caseId" from claim_review review
    join claims on claims.id = claim_id and claims.status = 'filed'
    where ${isToWriteTo({ caseId, kind: letters })} order by claim_id limit ${maxBulkClaims}`.execute(transaction);
  if (claims.length !== expected)
    throw consoleProblem(
      'conflict',
      `The letters have changed: ${formatClaims(claims.length)} ${claims.length === 1 ? 'needs' : 'need'} this one now, not ${formatClaims(expected)}. Look at the preview again.`,
    );
  return { claims, query: null, claimsOf: null };
}

/**
 * @throws ProblemError `bad-request`: a filter left out would add claims that the list does not
 *   show
 */
function readFilters(address: string) {
  const { query, ignored } = readClaimListQuery(new URLSearchParams(address));
  if (ignored.length > 0)
    throw consoleProblem('bad-request', 'Part of this list’s address isn’t valid. Open the list again.');
  const { sort: _sort, column: _column, after: _after, before: _before, ...filters } = query;
  return { filters, query: writeClaimListQuery(filters) };
}

const isNumbered = (numbers: readonly string[]) => sql<boolean>`number = any(${numbers}::text[])`;

async function selectClaims(transaction: Kysely<Tables>, condition: RawBuilder<boolean>): Promise<Chosen[]> {
  const { rows } = await sql<Chosen>`
    select claim_id as id, number, case_id as "caseId" from claim_search where ${condition}
    order by claim_id limit ${maxBulkClaims + 1}`.execute(transaction);
  return rows;
}

// An action on more than a hundred claims needs a second person, who signs the list of claims, and
// for approvals their amounts.
const approvalOf = (kind: string, permission: Permission) =>
  defineApproval(kind, {
    permission,
    bulkJobOf: ({ jobId }) => jobId,
    details: Type.Object({
      jobId: Type.String(),
      action: BulkActionSchema,
      claims: Type.Integer(),
      query: Type.Union([Type.String(), Type.Null()]),
      sums: Type.Union([ApprovalSumsSchema, FlagSumsSchema, ReopenSumsSchema, Type.Null()]),
      sha256: Type.String(),
      /** The action, its claims and its sums, as the second person reads them. */
      description: Type.String(),
    }),
    describe: (_database, { description, sha256 }) => `${description} SHA-256 of the list: ${sha256}.`,
    carryOut: (transaction, { keys, now }, { id, details, decidedBy }) =>
      approveBulkJob(transaction, keys, { jobId: details.jobId, approvalId: id, by: decidedBy, at: now() }),
    drop: (transaction, { keys, now }, { details, askedBy, decidedBy }) =>
      refuseBulkJob(transaction, keys, {
        jobId: details.jobId,
        by: decidedBy,
        isWithdrawn: askedBy === decidedBy,
        at: now(),
      }),
  });

export const bulkActionApproval = approvalOf(bulkApproval, 'supervise');
/** Reviewers queue letters, too. */
export const lettersApproval = approvalOf(lettersKind, 'letters');
