/** What people paste with a number: `Notice ID: 100000002` and `#100000002` become `100000002`. */
export const withoutLabel = (line: string): string => line.replace(/^(?:[^\d:#]*[:#])+\s*(?=\S)/, '');
