// The ranges from which individuals choose the amount they paid, and the dollars that each
// represents.
export const amountRanges = ['Up to $100', '$101 to $500', '$501 to $1,000', 'More than $1,000'] as const;

export const dollarsOfRanges = {
  'Up to $100': { from: 1, to: 100 },
  '$101 to $500': { from: 101, to: 500 },
  '$501 to $1,000': { from: 501, to: 1_000 },
  'More than $1,000': { from: 1_001 },
} as const satisfies Readonly<Record<(typeof amountRanges)[number], { readonly from: number; readonly to?: number }>>;
