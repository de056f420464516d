/** A value as claims are compared: spaces and capitals make no difference. */
export const normalize = (value: string): string => value.toLowerCase().replaceAll(/\s+/g, ' ').trim();
