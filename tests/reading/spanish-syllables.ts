/**
 * Letters that carry a syllable by themselves: two of them side by side are two syllables
 * (`le-er`), as is an accented `í` or `ú` (`dí-a`).
 */
const strong = 'aeoáéóíú';
const vowels = `${strong}iuü`;

/**
 * How many syllables a Spanish word has, by its spelling: weak vowels (`i`, `u`, `ü`) join their
 * neighbors, and `y` counts as a vowel only where no vowel follows it. An `h` between vowels keeps
 * them apart, as people speak (`a-ho-ra`, `pro-hi-bir`), though grammars join some.
 */
export function countSpanishSyllables(word: string): number {
  const letters = word.toLowerCase().normalize('NFC');
  const groups = letters.replaceAll(/y(?![aeiouáéíóúü])/g, 'i').match(new RegExp(`[${vowels}]+`, 'g')) ?? [];
  return Math.max(
    1,
    groups.map(countNuclei).reduce((sum, one) => sum + one, 0),
  );
}

/**
 * In one group of vowels: one for each strong vowel; weak ones alone (`iu`, `ui`) are one together.
 */
function countNuclei(group: string): number {
  return Math.max(1, [...group].filter((vowel) => strong.includes(vowel)).length);
}
