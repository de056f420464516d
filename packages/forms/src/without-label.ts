/** People paste labels, too: `Notice ID: 100000002` and `#100000002` become `100000002`. */
export const withoutLabel = (line: string): string => line.replace(/^(?:[^\d:#]*[:#])+\s*(?=\S)/, '');

/** Turns `Notice ID 100000002` into `100000002`. */
export const withoutWords = (line: string): string => line.replace(/^\D*\s/, '');
