/** The share of the Jaro distance that a common prefix removes, per letter (Winkler 1990). */
const prefixScale = 0.1;
const maxPrefix = 4;

/** The similarity of two words, from 0 to 1: common letters, their order, a common beginning. */
export function jaroWinkler(a: string, b: string): number {
  if (a === b) return 1;
  const jaro = jaroSimilarity(a, b);
  let prefix = 0;
  while (prefix < maxPrefix && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * prefixScale * (1 - jaro);
}

function jaroSimilarity(a: string, b: string): number {
  if (a.length === 0 || b.length === 0) return 0;
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const takenInB = new Uint8Array(b.length);
  const common: string[] = [];
  for (let i = 0; i < a.length; i += 1) {
    const end = Math.min(i + reach + 1, b.length);
    for (let j = Math.max(0, i - reach); j < end; j += 1) {
      if (takenInB[j] === 1 || a[i] !== b[j]) continue;
      takenInB[j] = 1;
      common.push(b[j] ?? '');
      break;
    }
  }
  if (common.length === 0) return 0;
  let misplaced = 0;
  let at = 0;
  for (let j = 0; j < b.length; j += 1) {
    if (takenInB[j] !== 1) continue;
    if (common[at] !== b[j]) misplaced += 1;
    at += 1;
  }
  const matches = common.length;
  return (matches / a.length + matches / b.length + (matches - misplaced / 2) / matches) / 3;
}
