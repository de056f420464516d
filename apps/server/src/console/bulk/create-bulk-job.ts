import { isDeepStrictEqual } from 'node:util';
import {
  type BulkAction,
  type BulkActionPreviewRequest,
  BulkActionSchema,
  bulkWithoutSecondPerson,
  type NewBulkJob,
} from '@redress/contract/console/bulk';
import { letterLabels } from '@redress/contract/console/claim-labels';
import type { LetterDue } from '@redress/contract/letters';
import type { Permission } from '@redress/contract/console/staff';
import { type Kysely, sql } from 'kysely';
import { Type } from 'typebox';
import { findNewestEntry } from '../../claims/history/follow-history.ts';
import type { ConsoleContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { consoleProblem } from '../../platform/http/problem.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import { askForApproval, caseOf, defineApproval } from '../approvals/approvals.ts';
import { findNamedClaim, needsSurvivor } from '../review/surviving-claim.ts';
import { keepFitting } from '../review/check-decision.ts';
import { type Asker, chooseClaims, type Chosen, wasSelected } from './choose-claims.ts';
import { countFlags } from './count-flags.ts';
import { approveBulkJob, refuseBulkJob } from './end-bulk-job.ts';
import {
  ApprovalSumsSchema,
  describeFlags,
  describeLeft,
  describeReopened,
  describeSums,
  describeTimeToCure,
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
import { describeAction } from './read-bulk-jobs.ts';
import { planShares } from './share-claims.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

type CreateContext = Pick<ConsoleContext, 'database' | 'keys' | 'now' | 'settlement'>;
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

async function addBulkJob(context: CreateContext, asker: Asker, asked: NewBulkJob): Promise<void> {
  const { database, keys, now } = context;
  const { id, action } = asked;
  const reason = stripNulAndSurrogates(asked.reason ?? '').trim();
  const at = now();
  await database.transaction().execute(async (transaction) => {
    // This is read first, so that every later entry counts as new. Current decisions are reopened
    // and written about, even if the list does not show them yet.
    const asOf = await (action.kind === 'reopen' || action.kind === 'letter'
      ? findNewestEntry(transaction)
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
          caseId: caseOf(caseIds),
          askedBy: asker.id,
          reason,
          details: {
            jobId: id,
            cases: caseIds,
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
    case_ids: [...new Set(claims.map(({ caseId }) => caseId))],
    letter: 'letters' in selection ? selection.letters : null,
    query,
    claims_of: claimsOf,
    reasons,
    assignedName,
    survivor: survivor?.number ?? null,
    shares: shared?.named ?? null,
  };
  const description = [
    describeAction(settlement, described),
    ...(described.letter === null ? summary : []),
    ...(shared ? describeLeft(shared.left) : []),
  ].join(' ');
  return { claims, query, claimsOf, reasons, survivor, amounts, sums, shared, description };
}

/** Shows the requester the description that the second person will read. */
export async function previewBulkAction(
  context: Pick<CreateContext, 'database' | 'settlement' | 'now'>,
  asker: Asker,
  asked: BulkActionPreviewRequest,
) {
  const { description, sums } = await planAction(context.database, context, asker, asked);
  return { description, changesNone: sums !== null && 'claims' in sums && sums.claims === 0 };
}

/** The sums that the second person signs besides the claim numbers, and their description. */
async function readSums(
  transaction: Kysely<Tables>,
  context: Pick<CreateContext, 'settlement' | 'now'>,
  action: BulkAction,
  chosen: readonly Chosen[],
) {
  const { settlement } = context;
  const { kind } = action;
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
      const fit = await keepFitting(transaction, settlement, open, reasonsOf(action));
      const sums = {
        claims: fit.length,
        flags: await flagsOf(fit),
        decided: ids.length - open.length,
        unfit: open.length - fit.length,
      };
      const terms = kind === 'deficient' ? await describeTimeToCure(transaction, context, fit) : [];
      return { amounts: amountsOf([]), sums, summary: [describeFlags(sums), ...terms] };
    }
    case 'letter': {
      const { rows } = await sql<{ kind: LetterDue; claims: number }>`
        select letter_due as kind, count(*)::int as claims from claim_review
        where claim_id = any(${ids}::bigint[]) and letter_due is not null group by 1 order by 1`.execute(transaction);
      const counted = rows.map(({ kind: letter, claims }) => `${claims} ${letterLabels[letter].toLowerCase()}`);
      return { amounts: amountsOf([]), sums: null, summary: [`Letters by kind: ${counted.join(', ') || 'none'}.`] };
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

// An action on more than a hundred claims needs a second person, who signs the list of claims, and
// for approvals their amounts.
const approvalOf = (kind: string, permission: Permission) =>
  defineApproval(kind, {
    permission,
    bulkJobOf: ({ jobId }) => jobId,
    details: Type.Object({
      jobId: Type.String(),
      cases: Type.Array(Type.String()),
      action: BulkActionSchema,
      claims: Type.Integer(),
      query: Type.Union([Type.String(), Type.Null()]),
      sums: Type.Union([ApprovalSumsSchema, FlagSumsSchema, ReopenSumsSchema, Type.Null()]),
      sha256: Type.String(),
      /** The action, its claims and its sums, as the second person reads them. */
      description: Type.String(),
    }),
    describe: (_context, { description, sha256 }) => `${description} SHA-256 of the list: ${sha256}.`,
    carryOut: (transaction, { keys, now }, { id, details, decidedBy }) =>
      approveBulkJob(transaction, keys, { jobId: details.jobId, approvalId: id, by: decidedBy, at: now() }),
    drop: (transaction, { keys, now }, { details, decidedBy, isWithdrawn }) =>
      refuseBulkJob(transaction, keys, {
        jobId: details.jobId,
        by: decidedBy,
        isWithdrawn,
        at: now(),
      }),
  });

export const bulkActionApproval = approvalOf(bulkApproval, 'supervise');
/** Reviewers queue letters, too. */
export const lettersApproval = approvalOf(lettersKind, 'letters');
