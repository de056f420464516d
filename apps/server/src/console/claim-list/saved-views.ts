import { flagLabels } from '@redress/contract/console/claim-labels';
import { readClaimListQuery, viewOf, writeClaimListQuery } from '@redress/contract/console/claim-list';
import type { NewView, SavedView, ViewChange } from '@redress/contract/console/saved-views';
import { caseIdsOf } from '@redress/contract/settlement';
import { sql } from 'kysely';
import { cleanText } from '../clean-text.ts';
import type { ConsoleContext } from '../context.ts';
import { violatedUniqueConstraint } from '../../platform/database/database-errors.ts';
import type { Database } from '../../platform/database/pool.ts';
import { consoleProblem, notFound, ProblemError } from '../../platform/http/problem.ts';
import type { StaffMember } from '../sign-in/staff-sessions.ts';

type ViewContext = Pick<ConsoleContext, 'database' | 'now' | 'settlement'>;

/**
 * A person sees the views of teams with `claims` in one of their cases, and changes them with
 * `team-views` in all of them.
 */
type ViewEditor = Pick<StaffMember, 'id' | 'permitted'>;

/** Only a faulty program would create more views. */
const maxViews = 100;
/** The advisory lock of a person's views. The number is arbitrary. */
const lockClass = 7_324_910;

/**
 * SQL: whether a row of `saved_views` is the person's own, a built-in view, or that of a team that
 * shares a case with them.
 */
const isVisible = ({ id, permitted }: ViewEditor) =>
  sql<boolean>`(coalesce(staff_id::text, '') in (${id}, '')
    and (staff_id is not null or case_ids is null or case_ids && ${permitted.claims}::text[]))`;

function select(database: Database, editor: ViewEditor) {
  return database
    .selectFrom('saved_views as view')
    .leftJoin('staff', 'staff.id', 'view.changed_by')
    .select(['view.id', 'view.staff_id', 'view.case_ids', 'view.name', 'view.query', 'view.version'])
    .select('staff.name as changedBy')
    .where('list', '=', 'claims')
    .where(isVisible(editor));
}
type ViewRow = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>;

/**
 * People change their own views, and the views of teams if they may save team views in all their
 * cases.
 */
function mayChange(
  { settlement }: Pick<ViewContext, 'settlement'>,
  { permitted }: ViewEditor,
  row: Pick<ViewRow, 'staff_id' | 'case_ids'>,
): boolean {
  return (
    row.staff_id !== null ||
    (row.case_ids ?? caseIdsOf(settlement)).every((each) => permitted['team-views'].includes(each))
  );
}

const describe = (context: ViewContext, editor: ViewEditor, row: ViewRow): SavedView => ({
  id: row.id,
  name: nameOfGiven(row) ?? row.name,
  isTeam: row.staff_id === null,
  mayChange: mayChange(context, editor, row),
  query: row.query,
  version: row.version,
  changedBy: row.changedBy,
});

/** Built-in views are named after the flag that they filter by. */
const nameOfGiven = ({ changedBy, query }: ViewRow): string | undefined =>
  changedBy === null ? Object.entries(flagLabels).find(([flag]) => query === `${flag}=yes`)?.[1] : undefined;

/** Team views come first, then the person's own. */
export async function listViews(context: ViewContext, editor: ViewEditor): Promise<SavedView[]> {
  const rows = await select(context.database, editor)
    .orderBy(sql`staff_id is not null`)
    .orderBy(sql`lower(view.name)`)
    .execute();
  return rows.map((row) => describe(context, editor, row));
}

/**
 * Saves a view for the person, or for the team of the cases in which they may save team views.
 * @throws ProblemError `conflict` when the name is taken
 */
export async function createView(
  context: ViewContext,
  editor: ViewEditor,
  { name, query, isTeam }: NewView,
): Promise<SavedView> {
  const { database, now, settlement } = context;
  const teamCases = editor.permitted['team-views'];
  if (isTeam && teamCases.length === 0) throw teamOnly();
  const owner = isTeam ? null : editor.id;
  const isOfAll = caseIdsOf(settlement).every((caseId) => teamCases.includes(caseId));
  const caseIds = isTeam && !isOfAll ? teamCases.toSorted() : null;
  return database.transaction().execute(async (transaction) => {
    // Two windows together must not exceed the limit.
    await sql`select pg_advisory_xact_lock(${lockClass}, hashtext(${owner ?? ''}))`.execute(transaction);
    const { count } = await transaction
      .selectFrom('saved_views')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('staff_id', owner === null ? 'is' : '=', owner)
      .where(sql<boolean>`case_ids is not distinct from ${caseIds}::text[]`)
      .executeTakeFirstOrThrow();
    if (Number(count) >= maxViews)
      throw consoleProblem('conflict', `You already have ${maxViews} views. Delete one you no longer need.`);
    const { id } = await transaction
      .insertInto('saved_views')
      .values({
        list: 'claims',
        staff_id: owner,
        case_ids: caseIds,
        name: cleanName(name),
        query: cleanQuery(query),
        changed_at: now(),
        changed_by: editor.id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
      .catch(refuseSameName);
    return readView(context, transaction, editor, id);
  });
}

/**
 * Renames or overwrites a view that has not changed since.
 * @throws ProblemError `changed-meanwhile`, `not-found`, `not-permitted` or `conflict`
 */
export async function changeView(
  context: ViewContext,
  editor: ViewEditor,
  { id, version }: { readonly id: string; readonly version: number },
  { name, query }: ViewChange,
): Promise<SavedView> {
  return context.database.transaction().execute(async (transaction) => {
    await requireVersion(context, transaction, editor, { id, version });
    await transaction
      .updateTable('saved_views')
      .set({
        ...(name !== undefined && { name: cleanName(name) }),
        ...(query !== undefined && { query: cleanQuery(query) }),
        version: version + 1,
        changed_at: context.now(),
        changed_by: editor.id,
      })
      .where('id', '=', id)
      .execute()
      .catch(refuseSameName);
    return readView(context, transaction, editor, id);
  });
}

async function readView(context: ViewContext, transaction: Database, editor: ViewEditor, id: string) {
  return describe(
    context,
    editor,
    await select(transaction, editor).where('view.id', '=', id).executeTakeFirstOrThrow(),
  );
}

/** @throws ProblemError as for `changeView` */
export async function deleteView(
  context: ViewContext,
  editor: ViewEditor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  await context.database.transaction().execute(async (transaction) => {
    await requireVersion(context, transaction, editor, { id, version });
    await transaction.deleteFrom('saved_views').where('id', '=', id).execute();
  });
}

/** Locks a view that the person may change, in the version that they saw. */
async function requireVersion(
  context: ViewContext,
  transaction: Database,
  editor: ViewEditor,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const row = await transaction
    .selectFrom('saved_views')
    .select(['staff_id', 'case_ids', 'version'])
    .where('id', '=', id)
    .where(isVisible(editor))
    .forUpdate()
    .executeTakeFirstOrThrow(notFound);
  if (!mayChange(context, editor, row)) throw teamOnly();
  if (row.version !== version) throw new ProblemError('changed-meanwhile');
}

/** @throws ProblemError `bad-request` for a name of only control characters */
function cleanName(name: string): string {
  const cleaned = cleanText(name);
  if (cleaned === '') throw new ProblemError('bad-request');
  return cleaned;
}

/** Keeps the parameters that the list knows, in one canonical spelling. */
const cleanQuery = (query: string): string =>
  writeClaimListQuery(viewOf(readClaimListQuery(new URLSearchParams(query)).query));

function refuseSameName(error: unknown): never {
  if (violatedUniqueConstraint(error) === 'saved_views_by_name')
    throw consoleProblem(
      'conflict',
      'A view with this name already exists. Choose another name, or overwrite that view.',
    );
  throw error;
}

const teamOnly = () =>
  consoleProblem(
    'not-permitted',
    'Only a supervisor of every case in a team view can change it. Save your own view instead.',
  );
