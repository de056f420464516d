/** `THIRD PARTY PAYOR CLAIM FORM` becomes `Third-party payor`; other titles stay as they are. */
export function shortenFormTitle(title: string): string {
  if (title !== title.toUpperCase()) return title;
  const short = title
    .replace(/ CLAIM FORM$/, '')
    .toLowerCase()
    .replace('third party', 'third-party');
  return short.charAt(0).toUpperCase() + short.slice(1);
}
