import type { Figure, FigureCell } from '@redress/contract/console/figures';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import type { ReportContent } from '@redress/contract/console/reports';
import type { Column, Sheet } from '@redress/contract/published-documents';
import { createWorkbook } from './workbook.ts';

/** A spreadsheet stores 15 digits exactly. */
const maxDigits = 15;

/**
 * A summary, one sheet for each figure, then definitions. The same content gives the same bytes.
 */
export function createClaimsReportWorkbook(content: ReportContent): Promise<Uint8Array> {
  const sheets = [summarySheet(content), ...content.figures.map(figureSheet), definitionsSheet(content)];
  return createWorkbook({ kind: 'workbook', sheets }, content.title);
}

function summarySheet({ title, captions, details, summary = [] }: ReportContent): Sheet {
  const parties = captions.flatMap(({ settlement, court, caption, docketNumber }) =>
    [settlement, caption, court, docketNumber].flatMap((text) => text ?? []),
  );
  return {
    name: 'Summary',
    intro: [title, ...parties, ...details.slice(0, 1).map(describeDetail)],
    columns: [
      { header: 'Summary', width: 24, format: 'text' },
      { header: 'Value', width: 24, format: 'text' },
      { header: 'Explanation', width: 60, format: 'text' },
    ],
    rows: summary.map(({ label, value, note = '' }) => [label, value, note]),
  };
}

function definitionsSheet({ details, notes, figures }: ReportContent): Sheet {
  return {
    name: 'Definitions and seal',
    intro: [
      'Definitions and seal',
      { heading: 'Seal and verification' },
      ...details.map(describeDetail),
      ...notes,
      { heading: 'What each sheet counts' },
    ],
    columns: [
      { header: 'Sheet', width: 34, format: 'text' },
      { header: 'Definition', width: 90, format: 'text' },
    ],
    rows: figures.map((figure) => [sheetName(figure), figure.definition]),
  };
}

const describeDetail = ({ label, value }: ReportContent['details'][number]) => `${label}: ${value}`;

/** Excel limits the length of a sheet's name, and forbids some characters. */
const maxSheetName = 31;

/** Shortens a long title between words. */
function sheetName({ title }: Figure): string {
  const words = title.replaceAll(/[[\]:*?/\\]/g, ' ').split(' ');
  while (words.length > 1 && words.join(' ').length > maxSheetName) words.pop();
  return words.join(' ').slice(0, maxSheetName);
}

function figureSheet(figure: Figure): Sheet {
  const cellsOf = (row: readonly FigureCell[]) => figure.columns.map(({ kind }, at) => cellOf(kind, row[at]));
  const total = figure.total && ['Total', ...cellsOf(figure.total).slice(1)];
  return {
    name: sheetName(figure),
    columns: figure.columns.map(({ header, kind }): Column => ({ header, ...formats[kind] })),
    rows: [...figure.rows.map(cellsOf), ...(total ? [total] : [])],
  };
}

type Kind = Figure['columns'][number]['kind'];
const formats: Readonly<Record<Kind, Pick<Column, 'width' | 'format'>>> = {
  text: { width: 40, format: 'text' },
  count: { width: 16, format: 'count' },
  money: { width: 22, format: 'amount' },
  share: { width: 12, format: 'share' },
  percent: { width: 16, format: 'text' },
  day: { width: 16, format: 'text' },
  week: { width: 28, format: 'text' },
};

function cellOf(kind: Kind, cell: FigureCell | undefined): string | number {
  if (cell === null || cell === undefined) return '';
  if (kind === 'count' || kind === 'share') return Number(cell);
  if (kind === 'money' && String(cell).replaceAll(/\D/g, '').length <= maxDigits) return Number(cell);
  return formatFigureCell(kind, cell);
}
