/** Normalizes a value for comparisons, which ignore spaces and case. */
export const normalize = (value: string): string => value.toLowerCase().replaceAll(/\s+/g, ' ').trim();
