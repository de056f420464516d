const longestName = 120;
const longestEnding = 12;

/**
 * The name a file is kept under: its last part only, without control characters and what turns text around, shortened in the middle of
 * nowhere but before its ending. It is never used as a path.
 */
export function cleanFileName(given: string): string {
  const name = given
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, '')
    .split(/[/\\]/)
    .findLast((part) => part.trim() !== '')
    ?.trim();
  if (name === undefined || /^\.+$/.test(name)) return 'document';
  const characters = [...name];
  if (characters.length <= longestName) return name;
  const ending = [...(/\.[^.]*$/.exec(name)?.[0] ?? '')];
  const kept = ending.length <= longestEnding ? ending : [];
  return [...characters.slice(0, longestName - kept.length), ...kept].join('');
}

/** The ending in small letters without its dot, or nothing. */
export function endingOf(name: string): string {
  return /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}
