/** Formats a decimal string as dollars, with at least two decimals and without float rounding. */
export function formatMoney(amount: string): string {
  const [whole = '0', decimals = ''] = amount.split('.');
  return `$${groupThousands(whole)}.${decimals.padEnd(2, '0')}`;
}

export function groupThousands(digits: string): string {
  return (digits.replace(/^0+(?=\d)/, '') || '0').replace(/\B(?=(\d{3})+$)/g, ',');
}
