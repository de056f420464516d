import type { ReportContent } from '@redress/contract/console/reports';
import { canonicalJson } from '../keys/canonical-json.ts';

/** The titles of figures that differ, and `Title page`. Empty if two reports say the same. */
export function differingParts(kept: ReportContent, computed: ReportContent): string[] {
  const figureOf = ({ figures }: ReportContent, wanted: string) => figures.find(({ name }) => name === wanted) ?? null;
  const figures = [...kept.figures, ...computed.figures].filter(
    ({ name }) => canonicalJson(figureOf(kept, name)) !== canonicalJson(figureOf(computed, name)),
  );
  const withoutFigures = ({ figures: _figures, ...others }: ReportContent) => canonicalJson(others);
  return [
    ...(withoutFigures(kept) === withoutFigures(computed) ? [] : ['Title page']),
    ...new Set(figures.map(({ title }) => title)),
  ];
}

/** The number of claims in a report: the total of its first figure. */
export function countedClaims({ figures }: ReportContent): string {
  const [first] = figures;
  const column = first?.columns.findIndex(({ name }) => name === 'claims') ?? -1;
  return String(first?.total?.[column] ?? 0);
}
