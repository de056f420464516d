import type { RowAnswers } from './answers.ts';
import type { RowsField } from './definition.ts';
import { normalizeTyped } from './normalize.ts';

/** Less than ten billion dollars, with cents: then sums of thousands of rows are exact, too. */
export const isAmount = (answer: string): boolean => /^\d{1,10}(\.\d\d?)?$/.test(answer);

/** The sum of the rows' amounts as dollars and cents (`1250.50`), without what is no amount. */
export function totalOf({ total }: Pick<RowsField, 'total'>, rows: readonly RowAnswers[]): string {
  const cents = rows.reduce((sum, row) => {
    const amount = normalizeTyped('money', (total && row[total.of]) ?? '');
    return isAmount(amount) ? sum + Math.round(Number(amount) * 100) : sum;
  }, 0);
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}
