import type { DataReport } from '@redress/datafiles/report';
import { formatAmount } from '@redress/datafiles/messages/finding-facts';
import type { RoomParts } from './data-check-parts.ts';

export interface Verdict {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly sentences: readonly string[];
}

/** What came of a file, before anything else: how many rows need mending, and what the rest comes to. */
export function verdictOf(report: DataReport, speech: Pick<RoomParts, 'messages' | 'words'>): Verdict {
  const { tables, purchases, membership, counts, findings } = report;
  const words = speech.messages.verdict;
  const rows = tables.filter(({ kind }) => kind !== 'none').reduce((sum, table) => sum + table.rows, 0);
  const faulty = (purchases?.faulty.rows ?? 0) + (membership ? membership.rows - membership.counted : 0);
  const missing = counts.find(({ code }) => code === 'column-missing')?.count ?? 0;
  const look = counts.filter(({ severity }) => severity === 'warning').reduce((sum, { count }) => sum + count, 0);
  const things = look > 0 ? [words.look(look)] : [];
  const amount = purchases && purchases.counted.rows > 0 ? formatAmount(purchases.counted.amount) : undefined;

  if (missing > 0 && faulty >= rows) {
    const names = findings.flatMap(({ code, column }) =>
      code === 'column-missing' && column ? speech.words.columns[column] : [],
    );
    return {
      tone: 'bad',
      sentences: [
        words.columnsMissing(missing),
        ...(names.length > 0 ? [words.missing(names.length, names.join(', '))] : []),
      ],
    };
  }
  if (rows === 0) return { tone: 'bad', sentences: [words.noRows] };
  if (faulty === 0) {
    const sentences = [words.good(rows), ...(amount === undefined ? [] : [words.comesTo(amount)]), ...things];
    return { tone: look > 0 ? 'warn' : 'good', sentences };
  }
  const rest = faulty >= rows ? [words.noneCount] : amount === undefined ? [] : [words.restComesTo(amount)];
  const ask = tables.some(({ decimals }) => decimals?.mark === 'unknown') ? [words.ask] : [];
  return { tone: 'bad', sentences: [words.mend(faulty, rows), ...ask, ...rest] };
}
