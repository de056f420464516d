/** A moment as `Jul 17, 2025` in the court's time zone. */
export function mediumDate(moment: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone }).format(new Date(moment));
}
