/** Guesses the intended name for the remedy of an error. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  return nearestNames(written, names)[0];
}

/** Lists up to three possible names, the nearest first. */
export function nearestNames(written: string, names: readonly string[]): string[] {
  return names
    .map((name) => ({ name, distance: editDistance(written.toLowerCase(), name.toLowerCase()) }))
    .filter(
      ({ name, distance }) =>
        distance <= Math.max(2, name.length / 3) ||
        (Math.min(written.length, name.length) > 3 && (name.includes(written) || written.includes(name))),
    )
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, 3)
    .map(({ name }) => name);
}

function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (const [i, character] of [...from].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...to].entries())
      next.push(Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (character === other ? 0 : 1)));
    row = next;
  }
  return row.at(-1) ?? 0;
}
