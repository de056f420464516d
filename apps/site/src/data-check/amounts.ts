/** A decimal string as an amount is typed on a form: `412500.7500` is `412500.75`. */
export function asTyped(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `${whole}.${decimals.replace(/0+$/, '').padEnd(2, '0')}`;
}

/** Whether two decimal strings say the same amount. */
export const isSameAmount = (one: string, other: string) =>
  asTyped(one).replace(/^0+(?=\d)/, '') === asTyped(other).replace(/^0+(?=\d)/, '');

/** How long a bar is, from 0 to 1, beside the largest of its chart. Only a picture: it may be rounded. */
export function barShare(value: number, largest: number): number {
  return largest > 0 ? Math.min(Math.abs(value) / largest, 1) : 0;
}
