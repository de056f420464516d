/** Removes control characters, and spaces at both ends. */
export const cleanText = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
