import type { Figure, FigureCell } from '@redress/contract/console/figures';
import { formatFigureCell } from '@redress/contract/console/format-figure';
import type { ReportContent } from '@redress/contract/console/reports';
import type { Column, Sheet } from '@redress/contract/published-documents';
import { createWorkbook } from './workbook.ts';

/** A spreadsheet holds 15 digits exactly. */
const maxDigits = 15;

/** A sheet about the report, then one for each figure. The same content gives the same bytes. */
export function createClaimsReportWorkbook(content: ReportContent): Promise<Uint8Array> {
  const sheets = [aboutSheet(content), ...content.figures.map(figureSheet)];
  return createWorkbook({ kind: 'workbook', sheets }, content.title);
}

function aboutSheet({ title, captions, details, notes, figures }: ReportContent): Sheet {
  const parties = captions.flatMap(({ settlement, court, caption, docketNumber }) =>
    [settlement, caption, court, docketNumber].flatMap((text) => text ?? []),
  );
  return {
    name: 'About',
    intro: [
      title,
      ...parties,
      { heading: 'What this report covers' },
      ...details.map(({ label, value }) => `${label}: ${value}`),
      ...notes,
      { heading: 'Sheets' },
    ],
    columns: [
      { header: 'Sheet', width: 24, format: 'text' },
      { header: 'Figure', width: 34, format: 'text' },
      { header: 'What is counted', width: 76, format: 'text' },
    ],
    rows: figures.map((figure, index) => [sheetName(figure, index), figure.title, figure.definition]),
  };
}

/** With a number, because names of sheets are short and must differ. */
function sheetName({ title }: Figure, index: number): string {
  return `${index + 1} ${title}`
    .replaceAll(/[[\]:*?/\\]/g, ' ')
    .slice(0, 31)
    .trim();
}

function figureSheet(figure: Figure, index: number): Sheet {
  const cellsOf = (row: readonly FigureCell[]) => figure.columns.map(({ kind }, at) => cellOf(kind, row[at]));
  const total = figure.total && ['Total', ...cellsOf(figure.total).slice(1)];
  return {
    name: sheetName(figure, index),
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
  day: { width: 16, format: 'text' },
  week: { width: 28, format: 'text' },
};

function cellOf(kind: Kind, cell: FigureCell | undefined): string | number {
  if (cell === null || cell === undefined) return '';
  if (kind === 'count' || kind === 'share') return Number(cell);
  if (kind === 'money' && String(cell).replaceAll(/\D/g, '').length <= maxDigits) return Number(cell);
  return formatFigureCell(kind, cell);
}
