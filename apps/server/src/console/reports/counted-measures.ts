import type { FigureColumn } from '@redress/contract/console/figures';
import { type RawBuilder, sql } from 'kysely';
import type { Dimension, Measure } from './figure-definitions.ts';

interface MeasureInSql {
  readonly header: string;
  readonly kind: FigureColumn['kind'];
  /** SQL: an aggregate over counted claims. */
  readonly value: RawBuilder<unknown>;
}

const count = (condition: RawBuilder<unknown>) => sql`coalesce(sum(claims) filter (where ${condition}), 0)::float8`;

/** Counts decisions or verdicts. */
const countEntries = (condition: RawBuilder<unknown>) =>
  sql`coalesce(sum(entries) filter (where ${condition}), 0)::float8`;

export const measures: Readonly<Record<Measure, MeasureInSql>> = {
  claims: { header: 'Claims', kind: 'count', value: sql`coalesce(sum(claims), 0)::float8` },
  share: {
    header: 'Share',
    kind: 'share',
    // The largest sum is that of all claims.
    value: sql`coalesce(sum(claims) / nullif(max(sum(claims)) over (), 0), 0)::float8`,
  },
  'so-far': {
    header: 'So far',
    kind: 'count',
    value: sql`(sum(sum(claims)) over (partition by grouping(key) order by key))::float8`,
  },
  'on-time': { header: 'On time', kind: 'count', value: count(sql`not late`) },
  late: { header: 'Late', kind: 'count', value: count(sql`late`) },
  'documents-due': { header: 'Documents due', kind: 'count', value: count(sql`documents_due`) },
  'documents-received': {
    header: 'Received',
    kind: 'count',
    value: count(sql`documents_due and not documents_missing`),
  },
  'documents-missing': { header: 'Documents missing', kind: 'count', value: count(sql`documents_missing`) },
  'data-checked': { header: 'Data checked', kind: 'count', value: count(sql`data_checked`) },
  'data-errors': { header: 'Data findings', kind: 'count', value: count(sql`data_errors`) },
  duplicate: { header: 'Possible duplicate', kind: 'count', value: count(sql`duplicate`) },
  machine: { header: 'Suspected machine', kind: 'count', value: count(sql`machine`) },
  'with-amount': { header: 'With an amount', kind: 'count', value: sql`coalesce(sum(with_amount), 0)::float8` },
  // Null, not zero, if no claim names an amount because its form asks for a range.
  amount: { header: 'Amount claimed', kind: 'money', value: sql`nullif(sum(amount), 0)::text` },
  chosen: { header: 'Claims', kind: 'count', value: countEntries(sql`true`) },
  decided: { header: 'Decided', kind: 'count', value: sql`coalesce(sum(entries), 0)::float8` },
  'in-force': { header: 'In force', kind: 'count', value: countEntries(sql`fate = 'in-force' and released`) },
  waiting: { header: 'Waiting', kind: 'count', value: countEntries(sql`fate = 'in-force' and not released`) },
  undone: { header: 'Undone', kind: 'count', value: countEntries(sql`fate = 'undone'`) },
  declined: { header: 'Declined', kind: 'count', value: countEntries(sql`fate = 'declined'`) },
  reopened: { header: 'Reopened', kind: 'count', value: countEntries(sql`fate = 'reopened'`) },
  overturned: { header: 'Overturned', kind: 'count', value: countEntries(sql`fate = 'overturned'`) },
  open: { header: 'Open', kind: 'count', value: countEntries(sql`fate = 'in-force'`) },
  cured: { header: 'Cured', kind: 'count', value: countEntries(sql`fate = 'cured'`) },
  expired: { header: 'Expired', kind: 'count', value: countEntries(sql`fate = 'expired'`) },
  ended: { header: 'Ended', kind: 'count', value: countEntries(sql`fate <> 'in-force'`) },
  // Together with the columns beside it, each of these two adds up to `decided`.
  otherwise: {
    header: 'Otherwise ended',
    kind: 'count',
    value: countEntries(sql`fate not in ('in-force', 'undone', 'declined', 'reopened', 'overturned')`),
  },
  'ended-deficiency': {
    header: 'Otherwise ended',
    kind: 'count',
    value: countEntries(sql`fate not in ('in-force', 'cured', 'expired')`),
  },
  recognized: {
    header: 'Recognized amount',
    kind: 'money',
    value: sql`coalesce(sum(amount) filter (where fate = 'in-force' and released), 0)::text`,
  },
  genuine: { header: 'Genuine', kind: 'count', value: countEntries(sql`outcome = 'genuine'`) },
  'same-claimant': { header: 'Duplicate', kind: 'count', value: countEntries(sql`outcome = 'duplicate'`) },
  'by-machine': { header: 'Machine-made', kind: 'count', value: countEntries(sql`outcome = 'machine'`) },
  unclear: { header: 'Unclear', kind: 'count', value: countEntries(sql`outcome = 'unclear'`) },
  queued: { header: 'Queued', kind: 'count', value: countEntries(sql`fate = 'queued'`) },
  mailed: { header: 'Mailed or emailed', kind: 'count', value: countEntries(sql`fate = 'mailed'`) },
  'came-back': { header: 'Came back', kind: 'count', value: countEntries(sql`fate = 'returned'`) },
  'by-post': { header: 'Mailed', kind: 'count', value: countEntries(sql`fate = 'mailed'`) },
  emailed: { header: 'Emailed', kind: 'count', value: countEntries(sql`fate = 'emailed'`) },
  returned: { header: 'Returned', kind: 'count', value: countEntries(sql`fate = 'returned'`) },
  bounced: { header: 'Bounced', kind: 'count', value: countEntries(sql`fate = 'bounced'`) },
  'mailed-again': { header: 'Mailed again', kind: 'count', value: countEntries(sql`fate = 'mailed-again'`) },
  disputed: { header: 'Disputes', kind: 'count', value: countEntries(sql`fate = 'disputed'`) },
  undeliverable: { header: 'Undeliverable', kind: 'count', value: countEntries(sql`fate = 'undeliverable'`) },
  told: { header: 'Told', kind: 'count', value: countEntries(sql`fate = 'told'`) },
  answered: { header: 'Answered', kind: 'count', value: countEntries(sql`fate = 'answered'`) },
  disputes: { header: 'Disputes', kind: 'count', value: countEntries(sql`event = 'dispute'`) },
  'late-disputes': {
    header: 'Disputes, late',
    kind: 'count',
    value: countEntries(sql`event = 'dispute' and fate = 'late'`),
  },
};

interface DimensionInSql {
  readonly header: string;
  readonly kind: FigureColumn['kind'];
  /** SQL: a counted claim's key, as text. */
  readonly key: RawBuilder<unknown>;
}

export const dimensions: Readonly<Record<Dimension, DimensionInSql>> = {
  form: { header: 'Form', kind: 'text', key: sql`form_id` },
  state: { header: 'State', kind: 'text', key: sql`state` },
  // ISO weeks begin on Monday.
  week: { header: 'Week', kind: 'week', key: sql`date_trunc('week', filed_day::date)::date::text` },
  day: { header: 'Day', kind: 'day', key: sql`filed_day` },
  channel: {
    header: 'Channel',
    kind: 'text',
    key: sql`case when without_script then 'website-without-script' else 'website' end`,
  },
  language: { header: 'Language', kind: 'text', key: sql`language` },
  status: { header: 'Status', kind: 'text', key: sql`status` },
  range: { header: 'Range', kind: 'text', key: sql`form_id || ' ' || outcome` },
  letter: { header: 'Letter', kind: 'text', key: sql`outcome` },
  'letter-week': { header: 'Week', kind: 'week', key: sql`outcome` },
  outcome: { header: 'Outcome', kind: 'text', key: sql`outcome` },
  reason: { header: 'Reason', kind: 'text', key: sql`reason` },
  reviewer: { header: 'Reviewer', kind: 'text', key: sql`case source when 'reviewer' then decided_by else source end` },
};
