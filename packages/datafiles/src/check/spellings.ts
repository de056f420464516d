/** What is left of a header, a state or a drug's name when capitals, accents, spaces and punctuation do not count. */
export function normalizeSpelling(text: string): string {
  return (
    text
      .normalize('NFD')
      .replace(/[\u0300-\u036f]+/g, '')
      // ASCII and Latin-1 punctuation, general punctuation, the byte order mark. Property escapes are newer than the browsers we serve.
      .replace(/[\s!-/:-@[-`{-~\u0080-\u00bf\u2000-\u206f\ufeff]+/g, '')
      .toLowerCase()
  );
}
