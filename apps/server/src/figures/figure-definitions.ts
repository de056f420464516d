/** What a figure counts by: the rows of its table. */
export type Dimension = 'form' | 'state' | 'week' | 'day' | 'channel' | 'language' | 'status';

/** What a figure counts: the columns of its table. `counted-measures.ts` has their SQL. */
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
  | 'amount';

/**
 * A named query over counted claims. Screens, PDFs and spreadsheets show the same query's result,
 * so that their totals agree.
 */
export interface FigureDefinition {
  readonly name: string;
  readonly title: string;
  /** What is counted, in one sentence. */
  readonly definition: string;
  readonly by: Dimension;
  /** A column for each form, before the measures. */
  readonly perForm?: boolean;
  readonly measures: readonly Measure[];
}

/**
 * Kept with each report. Raise it when a definition, or what a column counts, changes: a report of
 * the same seal is then another report.
 */
export const queryVersion = 1;

export const claimsByDay: FigureDefinition = {
  name: 'claims-by-day',
  title: 'Claims by day',
  definition: 'Every claim received, by form and by the court’s day on which it was received.',
  by: 'day',
  perForm: true,
  measures: ['claims'],
};

export const claimsByWeek: FigureDefinition = {
  name: 'claims-by-week',
  title: 'Claims by week',
  definition: 'Every claim received, by form and by the court’s week (Monday to Sunday) in which it was received.',
  by: 'week',
  perForm: true,
  measures: ['claims', 'so-far'],
};

export const claimsByStatus: FigureDefinition = {
  name: 'claims-by-status',
  title: 'Claims by status',
  definition:
    'Every claim received, by where it stands: received with nothing due, waiting for documents that are due, or deleted after its retention period.',
  by: 'status',
  measures: ['claims', 'share'],
};

export const claimsToReview: FigureDefinition = {
  name: 'claims-to-review',
  title: 'Claims to review',
  definition:
    'Claims that are late, lack documents, have findings in a data file, repeat a Notice ID, or may come from a machine; one claim can count in several columns.',
  by: 'form',
  measures: ['late', 'documents-missing', 'data-errors', 'duplicate', 'machine'],
};

export const amountsClaimed: FigureDefinition = {
  name: 'amounts-claimed',
  title: 'Amounts claimed',
  definition: 'The sum of the amounts that claimants entered, before any review, by form.',
  by: 'form',
  measures: ['claims', 'amount'],
};

/** The claims report, in order. */
export const reportFigures: readonly FigureDefinition[] = [
  {
    name: 'claims-by-form',
    title: 'Claims by form',
    definition: 'Every claim received, by the form that it was filed on.',
    by: 'form',
    measures: ['claims', 'share'],
  },
  claimsByWeek,
  {
    name: 'claims-by-state',
    title: 'Claims by state',
    definition: 'Every claim received, by the state or territory in the claimant’s address.',
    by: 'state',
    measures: ['claims', 'share', 'amount'],
  },
  {
    name: 'claims-by-channel',
    title: 'Claims by channel',
    definition: 'Every claim received, by how it was filed on the website.',
    by: 'channel',
    measures: ['claims', 'share'],
  },
  {
    name: 'claims-by-language',
    title: 'Claims by language',
    definition: 'Every claim received, by the language of the form that was filled in.',
    by: 'language',
    measures: ['claims', 'share'],
  },
  claimsByStatus,
  {
    name: 'late-claims',
    title: 'Late claims',
    definition: 'Claims received after the form’s deadline, by form; the deadline ends with the court’s day.',
    by: 'form',
    measures: ['claims', 'on-time', 'late'],
  },
  {
    name: 'documents',
    title: 'Documents due and missing',
    definition:
      'Claims whose answers make documents or data due under the rules of the form, and those of them for which some are still missing; without claims deleted after retention.',
    by: 'form',
    measures: ['claims', 'documents-due', 'documents-received', 'documents-missing'],
  },
  {
    name: 'data-files',
    title: 'Findings in data files',
    definition:
      'Claims with a purchase or membership file that was checked, and those of them with an error in a row or a file that could not be read.',
    by: 'form',
    measures: ['claims', 'data-checked', 'data-errors'],
  },
  {
    name: 'flags',
    title: 'Duplicates and suspected machines',
    definition:
      'Claims filed under a Notice ID that an earlier claim on the same form used, and claims that filled in a field no person sees.',
    by: 'form',
    measures: ['claims', 'duplicate', 'machine'],
  },
  { ...amountsClaimed, measures: ['claims', 'with-amount', 'amount'] },
];
