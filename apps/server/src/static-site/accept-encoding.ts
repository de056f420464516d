/** How a text can travel, the smallest first. */
export const encodings = ['br', 'gzip', 'identity'] as const;
export type Encoding = (typeof encodings)[number];

/** Less than any quality that a client can give, and more than none. */
const identityUnlessRefused = 0.0001;

/**
 * The best of the offered encodings for an `Accept-Encoding` header (RFC 9110, 12.5.3): the one with the highest quality, and of equals the
 * smallest. What has the quality 0 is never chosen, but for `identity`: a client that refuses everything gets a page that it may read.
 */
export function chooseEncoding(header: string | undefined, offered: readonly Encoding[]): Encoding {
  if (header === undefined) return 'identity';
  const qualities = readQualities(header);
  let best: Encoding = 'identity';
  let highest = 0;
  for (const encoding of encodings) {
    if (!offered.includes(encoding)) continue;
    const unnamed = encoding === 'identity' ? identityUnlessRefused : 0;
    const quality = qualities.get(encoding) ?? qualities.get('*') ?? unnamed;
    if (quality > highest) {
      best = encoding;
      highest = quality;
    }
  }
  return best;
}

function readQualities(header: string): ReadonlyMap<string, number> {
  const qualities = new Map<string, number>();
  for (const item of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith('q='))?.slice('q='.length);
    const value = quality === undefined ? 1 : Number(quality);
    if (name !== '' && value >= 0 && value <= 1) qualities.set(name === 'x-gzip' ? 'gzip' : name, value);
  }
  return qualities;
}
