import {
  type Cluster,
  clusterPageRows,
  type Clusters,
  type ClusterSearch,
  type ClusterSummary,
} from '@redress/contract/console/integrity';
import { findForm } from '@redress/contract/settlement';
import { isField, isTyped } from '@redress/forms/definition';
import { formatPhone } from '@redress/forms/format-phone';
import { type Kysely, type Selectable, sql } from 'kysely';
import { blindStatus, isSampleReturned, listBlindClaimIds } from '../sign-in/blind-reviews.ts';
import type { ClaimsTable } from '../../claims/filing/tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { anyOf, type IntegrityContext } from './load-claims.ts';
import { kindsOf } from './link-kinds.ts';
import { templateOf } from './template.ts';

const maxMembers = 200;
const maxLinks = 1_000;

type SummaryRow = Omit<ClusterSummary, 'firstFiled' | 'lastFiled'> & Record<'firstFiled' | 'lastFiled', Date>;

const summaryOf = ({ firstFiled, lastFiled, ...row }: SummaryRow): ClusterSummary => ({
  ...row,
  firstFiled: firstFiled.toISOString(),
  lastFiled: lastFiled.toISOString(),
});

/** A page of the clusters of some cases, largest first. */
export async function readClusterList(
  database: Kysely<Tables>,
  permittedCases: readonly string[],
  { case: caseId, after, before }: ClusterSearch,
): Promise<Clusters> {
  const cases = permittedCases.filter((each) => caseId === undefined || each === caseId);
  const isBackward = before !== undefined;
  const [size, id] = (before ?? after)?.split('-') ?? [];
  const limit = clusterPageRows + 1;
  const order = isBackward ? sql`size, id desc` : sql`size desc, id`;
  const beyond =
    size === undefined || id === undefined
      ? sql`true`
      : isBackward
        ? sql`size >= ${size}::int and (size > ${size}::int or id < ${id}::bigint)`
        : sql`size <= ${size}::int and (size < ${size}::int or id > ${id}::bigint)`;
  const { rows } = await sql<SummaryRow>`
    select cluster.id, cluster.case_id as "caseId", cluster.size, facts.*
    from (
      select page.* from unnest(${cases}::text[]) as one (case_id)
      cross join lateral (
        select id, case_id, size from claim_clusters where case_id = one.case_id and ${beyond} order by ${order} limit ${limit}
      ) as page
      order by ${order} limit ${limit}
    ) as cluster
    cross join lateral (${factsOf(sql`cluster.id`)}) as facts
    order by ${order}`.execute(database);
  const page = rows.slice(0, clusterPageRows);
  const clusters = (isBackward ? page.toReversed() : page).map(summaryOf);
  const hasMore = rows.length > clusterPageRows;
  const [first, last] = [clusters.at(0), clusters.at(-1)];
  return {
    clusters,
    ...((isBackward || hasMore) && last && { next: cursorOf(last) }),
    ...((isBackward ? hasMore : after !== undefined) && first && { previous: cursorOf(first) }),
  };
}

const cursorOf = (cluster: ClusterSummary): string => `${cluster.size}-${cluster.id}`;

const factsOf = (id: ReturnType<typeof sql>) => sql`
  select array_agg(distinct claims.form_id) as forms, min(claims.filed_at) as "firstFiled", max(claims.filed_at) as "lastFiled",
    (count(*) filter (where score.machine_reached or claims.suspected_machine))::int as machine,
    (count(*) filter (where score.duplicate_reached))::int as duplicate,
    max(score.machine) as "highestMachine", max(score.duplicate) as "highestDuplicate",
    (count(*) filter (where exists (select from claim_verdicts where claim_verdicts.claim_id = claims.id)))::int as judged,
    (select case when ${isSampleReturned(sql.ref('cluster_verdicts.id'))} then 'returned' else state end
      from cluster_verdicts where cluster_id = ${id} order by started_at desc limit 1) as state
  from (select claim_id from claim_cluster_members where cluster_id = ${id} order by claim_id limit 1000) as member
  join claims on claims.id = member.claim_id
  left join claim_scores score on score.claim_id = claims.id
  having count(*) > 0`;

/**
 * Reads a cluster side by side: the first members with their answers, the answers that differ, and
 * the links between members. Undefined if it does not exist, or belongs to none of the cases.
 * @param answersIn the cases in which the person may see answers
 */
export async function readCluster(
  database: Kysely<Tables>,
  { settlement }: Pick<IntegrityContext, 'settlement'>,
  {
    id,
    cases,
    answersIn,
    staffId,
  }: {
    readonly id: string;
    readonly cases: readonly string[];
    readonly answersIn: readonly string[];
    readonly staffId: string;
  },
): Promise<Omit<Cluster, 'verdicts'> | undefined> {
  const { rows } = await sql<SummaryRow>`
    select cluster.id, cluster.case_id as "caseId", cluster.size, facts.*
    from claim_clusters cluster cross join lateral (${factsOf(sql`cluster.id`)}) as facts
    where cluster.id = ${id} and cluster.case_id = any(${cases}::text[])`.execute(database);
  const [row] = rows;
  if (!row) return undefined;
  const mayRead = answersIn.includes(row.caseId);
  const { rows: memberRows } = await sql<{ claim_id: string }>`
    select claim_id from claim_cluster_members where cluster_id = ${id} order by claim_id limit ${maxMembers}`.execute(
    database,
  );
  const ids = memberRows.map(({ claim_id: claimId }) => claimId);
  const claims = await database
    .selectFrom('claims')
    .leftJoin('claim_scores', 'claim_scores.claim_id', 'claims.id')
    .leftJoin('claim_search', 'claim_search.claim_id', 'claims.id')
    .select(['claims.id', 'claims.number', 'claims.filed_at', 'claims.name', 'claims.form_id'])
    .select(['form_version', 'answers'])
    .select(['claim_scores.duplicate', 'claim_scores.machine', 'duplicate_reached', 'machine_reached', 'sampled'])
    .select(['claims.status', 'claim_search.status as search_status'])
    .select(({ selectFrom }) =>
      selectFrom('claim_verdicts')
        .select('verdict')
        .whereRef('claim_verdicts.claim_id', '=', 'claims.id')
        .orderBy('claim_verdicts.id', 'desc')
        .limit(1)
        .as('verdict'),
    )
    .where('claims.id', '=', anyOf(ids))
    .orderBy('claims.filed_at')
    .orderBy('claims.id')
    .execute();
  const { fields, valuesOf } = compareAnswers(settlement, claims);
  const blind = await listBlindClaimIds(database, staffId);
  const statusOf = ({ id: claimId, status, search_status: listed }: (typeof claims)[number]) =>
    status === 'purged' ? status : blind.includes(claimId) ? blindStatus : (listed ?? 'received');
  return {
    ...summaryOf(row),
    members: claims.map((claim) => ({
      number: claim.number,
      filedAt: claim.filed_at.toISOString(),
      name: mayRead ? claim.name : null,
      duplicate: isHidden(claim) ? null : (claim.duplicate ?? 0),
      machine: isHidden(claim) ? null : (claim.machine ?? 0),
      duplicateReached: claim.duplicate_reached ?? false,
      machineReached: claim.machine_reached ?? false,
      status: statusOf(claim),
      verdict: claim.verdict ?? null,
      values: valuesOf(claim).map((value) => (mayRead ? value : null)),
    })),
    more: row.size > claims.length,
    fields: fields.map((field, index) => {
      const values = claims.flatMap((claim) => valuesOf(claim)[index] ?? []);
      return { ...field, distinct: new Set(values).size, template: mayRead ? templateOf(values) : null };
    }),
    links: await readLinksAmong(database, ids),
    perMinute: countByMinute(claims.map(({ filed_at: at }) => at)),
  };
}

/** A claim of the random sample without a verdict: scores must not influence the verdict. */
const isHidden = (claim: {
  readonly sampled: boolean | null;
  readonly status: string;
  readonly verdict: string | null;
}): boolean => claim.sampled === true && claim.status === 'filed' && claim.verdict === null;

/** A cluster as shown to a person whose sample of it lacks verdicts. */
export const withoutMembers = <Shown extends Omit<Cluster, 'verdicts'>>(cluster: Shown): Shown => ({
  ...cluster,
  machine: 0,
  duplicate: 0,
  highestMachine: null,
  highestDuplicate: null,
  members: [],
  more: false,
  fields: [],
  links: [],
  perMinute: [],
});

type Answered = Pick<Selectable<ClaimsTable>, 'form_id' | 'form_version' | 'answers'>;

/** The fields in which claims are compared: those of the first claim's form. */
export function compareAnswers(
  settlement: IntegrityContext['settlement'],
  [first]: readonly Answered[],
): {
  readonly fields: readonly { readonly name: string; readonly label: string }[];
  readonly valuesOf: (claim: Pick<Answered, 'answers'>) => (string | null)[];
} {
  const form = first && findForm(settlement, first.form_id, first.form_version);
  const fields = (form?.sections ?? [])
    .flatMap((section) => section.items.filter(isField))
    .filter(isCompared)
    // Sections for different claimants may contain the same field.
    .filter(({ name }, index, all) => all.findIndex((field) => field.name === name) === index)
    .map(({ name, label, kind }) => ({ name, label, isPhone: kind === 'phone' }));
  return {
    fields: fields.map(({ name, label }) => ({ name, label })),
    valuesOf: ({ answers }) =>
      fields.map(({ name, isPhone }) => {
        const answer = answers[name];
        if (typeof answer !== 'string' || answer === '') return null;
        return isPhone ? formatPhone(answer) : answer;
      }),
  };
}

/** Rows of many cells, and tax IDs, are shown only on the claim's own screen. */
const isCompared = (field: Parameters<typeof isTyped>[0]): boolean =>
  (isTyped(field) && field.kind !== 'taxId' && !('mayHoldTaxIds' in field)) ||
  field.kind === 'select' ||
  field.kind === 'choice';

async function readLinksAmong(database: Kysely<Tables>, ids: readonly string[]): Promise<Cluster['links']> {
  const { rows } = await sql<{ claim: string; other: string; kinds: number; strong: boolean }>`
    select claims.number as claim, others.number as other, link.kinds, link.strong
    from (
      select * from claim_links where claim_id = ${anyOf(ids)} and other_id = ${anyOf(ids)}
      order by claim_id, other_id limit ${maxLinks}
    ) as link
    join claims on claims.id = link.claim_id join claims others on others.id = link.other_id
    order by link.claim_id, link.other_id`.execute(database);
  return rows.map(({ kinds, ...link }) => ({ ...link, kinds: kindsOf(kinds) }));
}

function countByMinute(times: readonly Date[]): Cluster['perMinute'] {
  const minutes = Map.groupBy(times, (at) => `${at.toISOString().slice(0, 16)}:00.000Z`);
  return [...minutes].map(([at, claims]) => ({ at, claims: claims.length })).sort((a, b) => (a.at < b.at ? -1 : 1));
}
