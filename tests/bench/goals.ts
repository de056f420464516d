/** A limit, and the figures that it is for. */
export interface Goal {
  readonly name: string;
  readonly unit?: string;
  readonly atLeast?: number;
  readonly atMost?: number;
  readonly figures: readonly {
    /** What was measured: `2 processes`. */
    readonly of: string;
    /** Missing if this machine or run could not measure it. */
    readonly value?: number | undefined;
  }[];
}

/** A bound that is absent, or was left out, holds. */
const isMet = (value: number, { atLeast = -Infinity, atMost = Infinity }: Bounds): boolean =>
  value >= atLeast && value <= atMost;
type Bounds = { readonly atLeast?: number | undefined; readonly atMost?: number | undefined };

/** Whether every figure was measured and keeps its limit. */
export const areMet = (goals: readonly Goal[]): boolean =>
  goals.every((goal) => goal.figures.every(({ value }) => value !== undefined && isMet(value, goal)));

/** The lines of a table with each figure, its limit, and whether it is met. */
export function describeGoals(goals: readonly Goal[]): string[] {
  const rows = goals.flatMap(({ name, unit, atLeast, atMost, figures }) => {
    const inUnit = (text: string) => (unit === undefined ? text : `${text} ${unit}`);
    const limit = atLeast === undefined ? `≤ ${inUnit(String(atMost))}` : `≥ ${inUnit(String(atLeast))}`;
    return figures.map(({ of, value }) => {
      if (value === undefined || Number.isNaN(value)) return [name, of, 'not measured', limit, ''];
      const digits = Math.abs(value) < 10 ? 2 : Math.abs(value) < 100 ? 1 : 0;
      return [name, of, inUnit(value.toFixed(digits)), limit, isMet(value, { atLeast, atMost }) ? 'met' : 'NOT MET'];
    });
  });
  return [['goal', '', 'measured', 'limit', ''], ...rows].map(
    ([name = '', of = '', measured = '', limit = '', met = '']) =>
      name.padEnd(54) + of.padEnd(28) + measured.padStart(13) + limit.padStart(12) + `  ${met}`,
  );
}
