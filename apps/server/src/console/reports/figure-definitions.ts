/** The dimensions of figures: the rows of their tables. */
export type Dimension =
  | 'form'
  | 'state'
  | 'week'
  | 'day'
  | 'channel'
  | 'language'
  | 'status'
  | 'range'
  | 'letter'
  | 'letter-week'
  | 'outcome'
  | 'reason'
  | 'reviewer';

/** The measures of figures: the columns of their tables. `counted-measures.ts` has their SQL. */
export type Measure =
  | 'claims'
  | 'share'
  | 'so-far'
  | 'on-time'
  | 'late'
  | 'documents-due'
  | 'documents-received'
  | 'documents-missing'
  | 'data-checked'
  | 'data-errors'
  | 'duplicate'
  | 'machine'
  | 'with-amount'
  | 'amount'
  | 'chosen'
  | 'decided'
  | 'in-force'
  | 'waiting'
  | 'undone'
  | 'declined'
  | 'reopened'
  | 'overturned'
  | 'open'
  | 'cured'
  | 'expired'
  | 'ended'
  | 'otherwise'
  | 'ended-deficiency'
  | 'recognized'
  | 'genuine'
  | 'same-claimant'
  | 'by-machine'
  | 'unclear'
  | 'queued'
  | 'mailed'
  | 'came-back'
  | 'emailed'
  | 'by-post'
  | 'mailed-again'
  | 'bounced'
  | 'returned'
  | 'disputed'
  | 'undeliverable'
  | 'told'
  | 'answered'
  | 'disputes'
  | 'late-disputes';

/**
 * A named query over counted claims. Screens, PDFs and spreadsheets show the same query's result,
 * so that their totals agree.
 */
export interface FigureDefinition {
  readonly name: string;
  /** At most 31 characters, because it is also the name of a sheet. */
  readonly title: string;
  /** The definition of the count, in one sentence. */
  readonly definition: string;
  readonly by: Dimension;
  /** Whether there is a column for each form, before the measures. */
  readonly perForm?: boolean;
  readonly measures: readonly Measure[];
  /** The counted entries, if not claims. */
  readonly of?: 'ranges' | 'decisions' | 'deficiencies' | 'verdicts' | 'letters' | 'letter-weeks' | 'disputes';
  /** The version of the definitions that added the figure. */
  readonly since?: number;
}

/**
 * Kept with each report. Raise this when a definition or the content of a column changes: a report
 * of the same seal is then a different report.
 */
export const queryVersion = 7;

export const claimsByDay: FigureDefinition = {
  name: 'claims-by-day',
  title: 'Claims by day',
  definition: 'All claims received, by form and day received (court’s time zone).',
  by: 'day',
  perForm: true,
  measures: ['claims'],
};

export const claimsByWeek: FigureDefinition = {
  name: 'claims-by-week',
  title: 'Claims by week',
  definition: 'All claims received, by form and week received (Monday to Sunday, court’s time zone).',
  by: 'week',
  perForm: true,
  measures: ['claims', 'so-far'],
};

export const claimsByStatus: FigureDefinition = {
  name: 'claims-by-status',
  title: 'Claims by status',
  definition:
    'All claims received, by current status: ready with nothing due, waiting for documents that are due, decided, or deleted after the retention period.',
  by: 'status',
  measures: ['claims', 'share'],
};

export const amountsClaimed: FigureDefinition = {
  name: 'amounts-claimed',
  title: 'Amounts claimed',
  definition:
    'Total of the amounts claimants entered, before any review, by form. Forms that ask for a range have no total.',
  by: 'form',
  measures: ['claims', 'amount'],
};

/** The claims report, in order. */
export const reportFigures: readonly FigureDefinition[] = [
  {
    name: 'claims-by-form',
    title: 'Claims by form',
    definition: 'All claims received, by form.',
    by: 'form',
    measures: ['claims', 'share'],
  },
  claimsByWeek,
  {
    name: 'claims-by-state',
    title: 'Claims by state',
    definition: 'All claims received, by state or territory in the claimant’s address.',
    by: 'state',
    measures: ['claims', 'share', 'amount'],
  },
  {
    name: 'claims-by-channel',
    title: 'Claims by channel',
    definition: 'All claims received, by how they were filed.',
    by: 'channel',
    measures: ['claims', 'share'],
  },
  {
    name: 'claims-by-language',
    title: 'Claims by language',
    definition: 'All claims received, by language of the form.',
    by: 'language',
    measures: ['claims', 'share'],
  },
  claimsByStatus,
  {
    name: 'late-claims',
    title: 'Late claims',
    definition:
      'Claims received after the form’s deadline, by form. The deadline is the end of the day in the court’s time zone.',
    by: 'form',
    measures: ['claims', 'on-time', 'late'],
  },
  {
    name: 'documents',
    title: 'Documents due and missing',
    definition:
      'Claims whose answers require documents or data, and those still missing some. Excludes claims deleted after the retention period.',
    by: 'form',
    measures: ['claims', 'documents-due', 'documents-received', 'documents-missing'],
  },
  {
    name: 'data-files',
    title: 'Findings in data files',
    definition: 'Claims with a checked purchase or membership file, and those with a row error or an unreadable file.',
    by: 'form',
    measures: ['claims', 'data-checked', 'data-errors'],
  },
  {
    name: 'flags',
    title: 'Duplicate and machine flags',
    definition:
      'Claims under a Notice ID that an earlier claim on the same form used, or whose signals make it likely that the same claimant filed twice; and claims that filled in a hidden field, or whose signals make a machine likely. A reviewer decides each one; no claim is denied by a score.',
    by: 'form',
    measures: ['claims', 'duplicate', 'machine'],
  },
  { ...amountsClaimed, measures: ['claims', 'with-amount', 'amount'] },
  {
    name: 'ranges-claimed',
    title: 'Ranges claimed',
    definition:
      'Claims on forms that ask for a range instead of an amount, by the range that the claimant chose, before any review; without claims that chose none or were deleted after retention.',
    of: 'ranges',
    by: 'range',
    measures: ['chosen'],
  },
  {
    name: 'decisions',
    title: 'Decisions',
    definition:
      'Decisions on claims, by outcome: in force; waiting, for a second person or the ten seconds in which a reviewer can undo; or ended, because they were undone, declined, reopened, overturned, cured, expired, or replaced, or the claim was withdrawn or void.',
    of: 'decisions',
    by: 'outcome',
    measures: ['decided', 'in-force', 'waiting', 'ended', 'recognized'],
  },
  {
    name: 'decisions-by-reason',
    title: 'Decisions by reason',
    definition:
      'Reductions, deficiencies, and denials, by reason. A decision with several reasons counts once for each.',
    of: 'decisions',
    by: 'reason',
    measures: ['decided', 'in-force', 'waiting', 'ended'],
  },
  {
    name: 'decisions-by-reviewer',
    title: 'Decisions by reviewer',
    definition:
      'Decisions that reviewers made one by one, without names; and those of released rules and bulk actions. Did not stay: undone within ten seconds or withdrawn before a second person decided, declined by the second person, reopened, or overturned in a quality review. Otherwise ended: cured, expired, or replaced, or the claim was withdrawn or void.',
    of: 'decisions',
    by: 'reviewer',
    measures: ['decided', 'in-force', 'waiting', 'undone', 'declined', 'reopened', 'overturned', 'otherwise'],
  },
  {
    name: 'deficiencies',
    title: 'Deficiencies',
    definition:
      'Claims found deficient, by form: open, cured, expired and back in review, or otherwise ended: reopened, overturned, or replaced, or the claim was withdrawn or void. Excludes decisions undone within ten seconds.',
    of: 'deficiencies',
    by: 'form',
    measures: ['decided', 'open', 'cured', 'expired', 'ended-deficiency'],
  },
  {
    name: 'verdicts',
    title: 'Findings on flagged claims',
    definition:
      'What reviewers found out about claims that signals or chance led them to, by form; a second reviewer’s finding on the same claim counts too.',
    of: 'verdicts',
    by: 'form',
    measures: ['genuine', 'same-claimant', 'by-machine', 'unclear'],
  },
  {
    name: 'letters',
    title: 'Letters',
    definition:
      'Letters about claims, by kind, by email or post: queued, including those canceled later; mailed, or accepted by the mail server; came back, from the post or as a bounced email; and undeliverable, without another address or after the last attempt. A letter counts in each column that applies to it, and one mailed again counts again.',
    of: 'letters',
    by: 'letter',
    measures: ['queued', 'mailed', 'came-back', 'undeliverable'],
    since: 5,
  },
  {
    name: 'letters-by-week',
    title: 'Letters by week',
    definition:
      'Letters, answers to deficiencies, and disputes by week (Monday to Sunday, court’s time zone): letters by the day of their mailing, or on which the mail server accepted the email; others by the day on which they were recorded. Mailed again: letters by post that repeat one that came back, which also count as mailed.',
    of: 'letter-weeks',
    by: 'letter-week',
    measures: ['by-post', 'emailed', 'returned', 'bounced', 'mailed-again', 'undeliverable', 'answered', 'disputed'],
    since: 5,
  },
  {
    name: 'disputes',
    title: 'Deficiencies and disputes',
    definition:
      'Deficiencies by form: told, because a letter was mailed or emailed; answered, because the claimant sent an answer on the status page; and expired. And disputes of decisions in force: all that were filed, and those filed after the last day to dispute.',
    of: 'disputes',
    by: 'form',
    measures: ['told', 'answered', 'expired', 'disputes', 'late-disputes'],
    since: 5,
  },
];
