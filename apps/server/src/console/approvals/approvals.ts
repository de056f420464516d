import { everyCase, type Permission } from '@redress/contract/console/staff';
import { caseIdsOf } from '@redress/contract/settlement';
import { hash } from 'node:crypto';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { type BlindClaim, isAboutBlindClaim, listReviewedBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import type { ApprovalsTable } from './tables.ts';
import type { JsonValue } from '../../platform/database/tables.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { canonicalJson } from '../../platform/keys/canonical-json.ts';
import { addRecordEntry } from '../../platform/history/record-history.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';

/**
 * A kind of request that takes effect only when a second person approves it.
 *
 * A feature defines its kind, which app.ts registers, and stores a request in its transaction:
 *
 *     export const taxIdApproval = defineApproval('tax-id-export', {
 *       label: 'Exports', permission: 'export-tax-ids', …
 *     });
 *     const approvalId = await askForApproval(transaction, context, { kind: 'tax-id-export', … });
 *
 * `carryOut` runs in the transaction that stores the approval.
 */
export interface ApprovalKind<Details extends TSchema> {
  /** The permission that the second person needs in the request's case, besides `approve`. */
  readonly permission: Permission;
  /** The permission to ask for it; by default, the same. */
  readonly asks?: Permission;
  /** The content of the request as JSON. It never changes: the second person signs its hash. */
  readonly details: Details;
  /** The effect of an approval, in one sentence: "Give Jane Roe the role …". */
  readonly describe: (
    context: Pick<ConsoleContext, 'database' | 'settlement'>,
    details: Static<Details>,
  ) => string | Promise<string>;
  /** The name of this kind in lists; by default, the words of the kind. */
  readonly label?: string;
  /** The number of the claim that the request is about, if any. */
  readonly claimOf?: (details: Static<Details>) => string;
  /** The ID of the bulk action that the request is about, if any. */
  readonly bulkJobOf?: (details: Static<Details>) => string;
  /** The ID of the cluster that the request is about, if any. */
  readonly clusterOf?: (details: Static<Details>) => string;
  /** The ID of the fund that the request is about, if any. */
  readonly fundOf?: (details: Static<Details>) => string;
  /** The ID of the allocation that the request is about, if any. */
  readonly allocationOf?: (details: Static<Details>) => string;
  /** Whether several can be approved with one signature. */
  readonly isApprovedTogether?: boolean;
  /** The account that the request is about. Its owner cannot decide either. */
  readonly concerns?: (details: Static<Details>) => string;
  /**
   * Why a person who may decide cannot approve each of several requests, in a sentence; null where
   * they can. `carryOut` refuses it, too.
   */
  readonly refuse?: (
    database: Database,
    details: readonly Static<Details>[],
    staffId: string,
  ) => Promise<readonly (string | null)[]>;
  /** Checks before an approval that take long, while nothing is locked. They throw like `carryOut`. */
  readonly prepare?: (context: ConsoleContext, details: Static<Details>, caseId: string) => Promise<void>;
  /** Applies the request. A ProblemError is shown to the second person; the request stays open. */
  readonly carryOut: (
    transaction: Database,
    context: ConsoleContext,
    approved: ApprovedRequest<Static<Details>>,
  ) => Promise<void>;
  /** Cleans up after the request was declined or withdrawn. */
  readonly drop?: (
    transaction: Database,
    context: ConsoleContext,
    request: ApprovedRequest<Static<Details>> & {
      /** By the person who asked, or because that account was disabled. */
      readonly isWithdrawn: boolean;
    },
  ) => Promise<void>;
}

export interface ApprovedRequest<Details> {
  readonly id: string;
  readonly caseId: string;
  readonly details: Details;
  readonly askedBy: string;
  /** The second person, or the person who withdrew the request. */
  readonly decidedBy: string;
}

export type StoredApproval = Selectable<ApprovalsTable>;

/** The case of a request, and its details if it may be about several. */
export type CasesOfApproval = Pick<StoredApproval, 'case_id'> & Partial<Pick<StoredApproval, 'details'>>;
/** Without `cases`, a request that is not about one case is about all. */
const SeveralCases = Type.Object({ cases: Type.Array(Type.String()) });

/** The case of a request about these cases, which its details name as `cases`. */
export const caseOf = (cases: readonly string[]): string => (cases.length === 1 ? (cases[0] ?? everyCase) : everyCase);

/** A kind of request with its stored name. */
export interface NamedApproval {
  readonly kind: string;
  readonly definition: ApprovalKind<TSchema>;
}

export const defineApproval = <Details extends TSchema>(
  kind: string,
  definition: ApprovalKind<Details>,
): NamedApproval => ({ kind, definition });

const kinds = new Map<string, ApprovalKind<TSchema>>();

/** Registers the kinds of all features. Called once, where the server is composed. */
export function registerApprovals(named: readonly NamedApproval[]): void {
  for (const { kind, definition } of named) kinds.set(kind, definition);
}

export const listApprovalKinds = (): { readonly kind: string; readonly label: string }[] =>
  [...kinds].map(([kind, { label = kind.replaceAll('-', ' ') }]) => ({
    kind,
    label: label.charAt(0).toUpperCase() + label.slice(1),
  }));

export const claimOfApproval = ({ kind, details }: StoredApproval): string | undefined =>
  kindOf(kind).claimOf?.(details);

export const bulkJobOfApproval = ({ kind, details }: StoredApproval): string | undefined =>
  kindOf(kind).bulkJobOf?.(details);

export const clusterOfApproval = ({ kind, details }: StoredApproval): string | undefined =>
  kindOf(kind).clusterOf?.(details);

export const fundOfApproval = ({ kind, details }: StoredApproval): string | undefined => kindOf(kind).fundOf?.(details);

export const allocationOfApproval = ({ kind, details }: StoredApproval): string | undefined =>
  kindOf(kind).allocationOf?.(details);

export const isApprovedTogether = ({ kind }: StoredApproval): boolean => kindOf(kind).isApprovedTogether === true;

/** Why a person who may decide these requests can only decline some of them, by their IDs. */
export async function refuseToApprove(
  database: Database,
  approvals: readonly StoredApproval[],
  staffId: string,
): Promise<Map<string, string>> {
  const refusals = new Map<string, string>();
  for (const [kind, ofKind] of Map.groupBy(approvals, (approval) => approval.kind)) {
    const details = ofKind.map((approval) => approval.details);
    const reasons = (await kindOf(kind).refuse?.(database, details, staffId)) ?? [];
    for (const [index, { id }] of ofKind.entries()) if (reasons[index]) refusals.set(id, reasons[index]);
  }
  return refusals;
}

/** Stores a request and returns its ID. */
export async function askForApproval(
  transaction: Database,
  { keys, now }: Pick<ConsoleContext, 'keys' | 'now'>,
  request: {
    readonly kind: string;
    readonly caseId: string;
    readonly details: JsonValue;
    readonly reason: string;
    readonly askedBy: string;
  },
): Promise<string> {
  const { details: schema } = kindOf(request.kind);
  if (!Value.Check(schema, request.details)) throw new Error(`The details of a ${request.kind} do not fit`);
  const at = now();
  const stored = {
    kind: request.kind,
    case_id: request.caseId,
    details: request.details,
    reason: stripNulAndSurrogates(request.reason),
    asked_by: request.askedBy,
    asked_at: at,
  };
  const contentHash = hash('sha256', contentOf(stored), 'buffer');
  const row = await transaction
    .insertInto('approvals')
    .values({ ...stored, details: JSON.stringify(stored.details), details_hash: contentHash })
    .returningAll()
    .executeTakeFirstOrThrow();
  await addRecordEntry(transaction, { kind: 'approval', id: row.id }, at, {
    kind: 'approval-asked',
    details: { by: request.askedBy, what: request.kind, contentHash: contentHash.toString('hex') },
    rows: hashRow('approvals', row, keys),
  });
  return row.id;
}

/** The content of a request, as the text whose SHA-256 the second person's passkey signs. */
export function contentOf(
  approval: Pick<StoredApproval, 'kind' | 'case_id' | 'details' | 'reason' | 'asked_by' | 'asked_at'>,
): string {
  const { kind, case_id: caseId, details, reason, asked_by: askedBy, asked_at: askedAt } = approval;
  return canonicalJson({ kind, caseId, details, reason, askedBy, askedAt: askedAt.toISOString() });
}

/** The server never changes the row, so a changed row differs from the person's request. */
export function requireContent(approval: StoredApproval, contentHash: Buffer): void {
  if (!hash('sha256', contentOf(approval), 'buffer').equals(contentHash))
    throw new Error(`The content of the approval ${approval.id} was changed`);
}

/** Whether a person may be the second person for a request. */
export function mayDecide(
  context: Pick<ConsoleContext, 'settlement'>,
  person: StaffMember,
  approval: StoredApproval,
): boolean {
  if (approval.decision !== null || approval.asked_by === person.id) return false;
  if (kindOf(approval.kind).concerns?.(approval.details) === person.id) return false;
  return hasItsPermissions(context, person, approval);
}

function hasItsPermissions(
  context: Pick<ConsoleContext, 'settlement'>,
  person: StaffMember,
  approval: StoredApproval,
): boolean {
  const permissions = ['approve', kindOf(approval.kind).permission] as const;
  return permissions.every((each) => holds(context, person, each, approval));
}

/** A person may see a request if they asked for it, or approve others of its kind. */
function maySee(context: Pick<ConsoleContext, 'settlement'>, person: StaffMember, approval: StoredApproval): boolean {
  return approval.asked_by === person.id || hasItsPermissions(context, person, approval);
}

/**
 * SQL: whether a person may see a row of `approvals`, by the rules of `maySee`.
 * @param blind the claims that the person is reviewing a second time now
 */
export function isVisibleTo(
  { settlement }: Pick<ConsoleContext, 'settlement'>,
  person: StaffMember,
  blind: readonly BlindClaim[],
): RawBuilder<boolean> {
  const ofKinds = [...kinds].map(([kind, { permission }]) => {
    const cases = person.permitted[permission].filter((each) => person.permitted.approve.includes(each));
    const isEvery = caseIdsOf(settlement).every((each) => cases.includes(each));
    const seen = isEvery ? [...cases, everyCase] : cases;
    return sql<boolean>`(approvals.kind = ${kind} and (approvals.case_id = any(${seen}::text[])
      or approvals.case_id = ${everyCase} and approvals.details->'cases' <@ ${JSON.stringify(cases)}::jsonb))`;
  });
  return sql`(${sql.join([sql`approvals.asked_by = ${person.id}`, ...ofKinds], sql` or `)})
    and not ${isAboutBlindClaim(blind)}`;
}

/** Whether a person has a permission in the cases of a request. */
export function holds(
  { settlement }: Pick<ConsoleContext, 'settlement'>,
  { permitted }: Pick<StaffMember, 'permitted'>,
  permission: Permission,
  { case_id: caseId, details }: CasesOfApproval,
): boolean {
  const several = Value.Check(SeveralCases, details) ? details.cases : caseIdsOf(settlement);
  const cases = caseId === everyCase ? several : [caseId];
  return cases.every((each) => permitted[permission].includes(each));
}

export const describeApproval = (
  context: Pick<ConsoleContext, 'database' | 'settlement'>,
  { kind, details }: StoredApproval,
): string | Promise<string> => kindOf(kind).describe(context, details);

/** @throws ProblemError `not-found` also for a request that the person may not see */
export async function findApproval(
  database: Database,
  context: Pick<ConsoleContext, 'settlement'>,
  person: StaffMember,
  id: string,
  isLocked = false,
): Promise<StoredApproval> {
  const query = database
    .selectFrom('approvals')
    .selectAll()
    .where('id', '=', id)
    .where(sql<boolean>`not ${isAboutBlindClaim(await listReviewedBlind(database, person.id))}`);
  const approval = await (isLocked ? query.forUpdate() : query).executeTakeFirst();
  if (!approval || !maySee(context, person, approval)) throw new ProblemError('not-found');
  return approval;
}

/** The definition of a registered kind. */
export function kindOf(kind: string): ApprovalKind<TSchema> {
  const found = kinds.get(kind);
  if (!found) throw new Error(`The kind of approval ${kind} is not registered`);
  return found;
}
