/**
 * Vowels that form a syllable alone: two of them side by side are two syllables (`le-er`), as is an
 * accented `í` or `ú` (`dí-a`).
 */
const strong = 'aeoáéóíú';
const vowels = `${strong}iuü`;

/**
 * The number of syllables of a Spanish word, from its spelling: weak vowels (`i`, `u`, `ü`) join
 * their neighbors, and `y` is a vowel only if no vowel follows it. An `h` between vowels separates
 * them, as in speech (`a-ho-ra`, `pro-hi-bir`), although grammars join some.
 */
export function countSpanishSyllables(word: string): number {
  const letters = word.toLowerCase().normalize('NFC');
  const groups = letters.replaceAll(/y(?![aeiouáéíóúü])/g, 'i').match(new RegExp(`[${vowels}]+`, 'g')) ?? [];
  return Math.max(
    1,
    groups.map(countNuclei).reduce((sum, one) => sum + one, 0),
  );
}

/** In one group of vowels: one for each strong vowel; weak ones alone (`iu`, `ui`) form one. */
function countNuclei(group: string): number {
  return Math.max(1, [...group].filter((vowel) => strong.includes(vowel)).length);
}
