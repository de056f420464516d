import type { DataReport } from '@redress/datafiles/report';
import { formatAmount } from '@redress/datafiles/messages/message-values';
import type { DataCheckContext } from './data-check-context.ts';
import type { DataCheckState } from './data-check.ts';

interface ReportSummary {
  readonly tone: 'good' | 'warn' | 'bad';
  readonly sentences: readonly string[];
}
type MessageContext = Pick<DataCheckContext, 'messages' | 'dataMessages'>;

/** Summarizes a file in a few sentences: how many rows need a fix, and the total of the others. */
export function summarizeReport(report: DataReport, context: MessageContext): ReportSummary {
  const { tables, purchases, membership, counts, findings } = report;
  const { summary } = context.messages;
  const rows = tables.filter(({ kind }) => kind !== 'none').reduce((sum, table) => sum + table.rows, 0);
  const faulty = (purchases?.faulty.rows ?? 0) + (membership ? membership.rows - membership.counted : 0);
  const missing = counts.find(({ code }) => code === 'column-missing')?.count ?? 0;
  const warnings = counts.filter(({ severity }) => severity === 'warning').reduce((sum, { count }) => sum + count, 0);
  const toReview = warnings > 0 ? [summary.toReview(warnings)] : [];
  const amount = purchases && purchases.counted.rows > 0 ? formatAmount(purchases.counted.amount) : undefined;

  if (missing > 0 && faulty >= rows) {
    const names = findings.flatMap(({ code, column }) =>
      code === 'column-missing' && column ? context.dataMessages.columns[column] : [],
    );
    return {
      tone: 'bad',
      sentences: [
        summary.columnsMissing(missing),
        ...(names.length > 0 ? [summary.missing(names.length, names.join(', '))] : []),
      ],
    };
  }
  if (rows === 0) return { tone: 'bad', sentences: [summary.noRows] };
  if (faulty === 0) {
    const sentences = [
      summary.allCounted(rows),
      ...(amount === undefined ? [] : [summary.comesTo(amount)]),
      ...toReview,
    ];
    return { tone: warnings > 0 ? 'warn' : 'good', sentences };
  }
  const rest = faulty >= rows ? [summary.noneCount] : amount === undefined ? [] : [summary.restComesTo(amount)];
  const ask = tables.some(({ decimals }) => decimals?.mark === 'unknown') ? [summary.ask] : [];
  return { tone: 'bad', sentences: [summary.toFix(faulty, rows), ...ask, ...rest] };
}

/** Screen readers announce each quarter of the progress and the outcome, not each update. */
export function announceState(file: string, state: DataCheckState, context: MessageContext): string {
  const { messages, dataMessages } = context;
  switch (state.name) {
    case 'checking': {
      const { bytesRead = 0, bytes = 0 } = state.progress ?? {};
      const quarter = bytes > 0 ? Math.floor((bytesRead / bytes) * 4) / 4 : 0;
      return quarter === 0 || quarter >= 1 ? '' : messages.checking.announcement(file, messages.share(quarter));
    }
    case 'stopped':
    case 'failed':
      return messages[state.name].text;
    case 'checked':
      switch (state.result.outcome) {
        case 'checked':
          return `${file}: ${summarizeReport(state.result.report, context).sentences.join(' ')}`;
        case 'no-data':
          return `${file}: ${messages.noData.heading}`;
        case 'unreadable':
          return `${file}: ${messages.unreadable.heading} ${dataMessages.unreadable[state.result.reason]}`;
      }
  }
}
