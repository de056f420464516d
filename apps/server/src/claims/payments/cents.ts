/** Parses dollars as the contract describes them, such as `1250.5`. */
export function parseCents(dollars: string): bigint {
  const [whole = '', decimals = ''] = dollars.split('.');
  return BigInt(whole + decimals.padEnd(2, '0'));
}

/** Formats cents as dollars, such as `-1250.50`. */
export function formatCents(cents: bigint): string {
  const digits = String(cents < 0n ? -cents : cents).padStart(3, '0');
  return `${cents < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
