import type { InventedVisit } from '@redress/contract/demonstration';
import type { FilingObservations } from '@redress/contract/filing-observations';
import type { ClaimDraft } from './claim-parts.ts';
import type { Random } from './random.ts';

/** How a form is filled in. */
export type Behavior =
  | 'typed'
  | 'autofill'
  | 'pasted'
  | 'draft'
  | 'dictated'
  | 'old-browser'
  | 'no-script'
  /** A program sends the answers without a browser. */
  | 'posted'
  /** A program presses the keys of a browser, faster than people. */
  | 'keys-by-script';

const behaviors: readonly (readonly [Behavior, number])[] = [
  ['typed', 47],
  ['autofill', 38],
  ['pasted', 5],
  ['draft', 4],
  ['dictated', 1],
  ['old-browser', 5],
];

/** Where a claim is filed from. */
export type Origin = Pick<InventedVisit, 'address' | 'browser' | 'userAgent' | 'clientHints' | 'network'>;

const chromes = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/134.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/135.0.0.0 Safari/537.36',
] as const;
const others = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:137.0) Gecko/20100101 Firefox/137.0',
] as const;
const oldBrowser =
  'Mozilla/5.0 (iPad; CPU OS 9_3_5 like Mac OS X) AppleWebKit/601.1.46 (KHTML, like Gecko) Version/9.0 Mobile/13G36 Safari/601.1';
const clientHints = '"Chromium";v="135", "Google Chrome";v="135", "Not-A.Brand";v="8"';
const chromeShare = 0.62;
/** Of them, whose extensions for privacy remove such headers. */
const hiddenHintsShare = 0.005;

/** Of people at home, who use the network of their phone. Its carrier shares addresses among customers. */
const mobileShare = 0.25;
const carriers = 200;
/** Of people, whose browser hides their address, and the addresses of such relays. */
const relayShare = 0.04;
const relays = 400;

const part = (random: Random) => random.integer(1, 65_535).toString(16);

/** A household's address in 2001:db8::/32, which is for documentation (RFC 3849). */
export const inventAddress = (random: Random): string => `2001:db8:${part(random)}:${part(random)}::1`;

export const inventBrowser = (random: Random): string =>
  Array.from({ length: 24 }, () =>
    random.pick('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'.split('')),
  ).join('');

/** The browser of one person, or of a home. */
export function inventOrigin(random: Random): Origin {
  const isChrome = random.chance(chromeShare);
  const browser = {
    browser: inventBrowser(random),
    userAgent: random.pick(isChrome ? chromes : others),
    clientHints: isChrome && !random.chance(hiddenHintsShare) ? clientHints : undefined,
    network: undefined,
  };
  // A prefix with fewer digits than `inventAddress` gives: nobody else is there.
  if (random.chance(relayShare))
    return { ...browser, address: `2001:db8:0:${random.integer(1, relays).toString(16)}::1`, network: 'relay' };
  if (random.chance(mobileShare))
    return { ...browser, address: `2001:db8:0:f${random.integer(1, carriers).toString(16)}::1` };
  return { ...browser, address: inventAddress(random) };
}

/** A program that says that it is Chrome, in a data center. */
export const inventProgram = (random: Random): Origin => ({
  address: inventAddress(random),
  browser: inventBrowser(random),
  userAgent: chromes[0],
  clientHints: undefined,
  network: 'hosting',
});

/** Invents what is observed while the answers are filled in. */
export function inventVisit(
  random: Random,
  answers: ClaimDraft['answers'],
  behavior: Behavior,
  origin: Origin,
): InventedVisit {
  const measured = measure(random, countFields(answers), behavior);
  if (behavior === 'old-browser') return { ...origin, measured, userAgent: oldBrowser, clientHints: undefined };
  return { ...origin, measured };
}

/** Fields, and cells of rows. */
function countFields(answers: ClaimDraft['answers']): number {
  return Object.values(answers)
    .map((answer) => (Array.isArray(answer) ? answer.length * 2 : 1))
    .reduce((sum, count) => sum + count, 0);
}

function measure(random: Random, fields: number, behavior: Behavior): FilingObservations | undefined {
  const seconds = (median: number, min: number) => Math.max(min, Math.round(random.logNormal(median, 0.55)));
  const counts = { typed: 0, pasted: 0, filled: 0, other: 0, draftRestored: false, automated: false };
  switch (behavior) {
    case 'old-browser':
    case 'no-script':
    case 'posted':
      return undefined;
    case 'typed': {
      const pasted = random.chance(0.1) ? 1 : 0;
      return { ...counts, typed: fields - pasted, pasted, visibleSeconds: seconds(270, 60) + fields * 2 };
    }
    case 'autofill': {
      const filled = Math.min(fields - 2, random.integer(5, 8));
      return { ...counts, typed: fields - filled, filled, visibleSeconds: seconds(110, 25) + (fields - filled) * 2 };
    }
    case 'pasted': {
      const pasted = Math.min(fields - 2, random.integer(3, 7));
      return { ...counts, typed: fields - pasted, pasted, visibleSeconds: seconds(130, 30) + fields * 2 };
    }
    case 'draft':
      return { ...counts, typed: random.integer(1, 4), draftRestored: true, visibleSeconds: seconds(55, 8) };
    case 'dictated': {
      const typed = random.integer(0, 2);
      return { ...counts, typed, other: fields - typed, visibleSeconds: seconds(430, 90) };
    }
    case 'keys-by-script':
      return { ...counts, typed: fields, automated: random.chance(0.4), visibleSeconds: random.integer(2, 5) };
  }
}

/**
 * Gives the claims visits that have none: most people type or let the browser fill in the form, and
 * those who live together usually share a browser.
 */
export function visitInventor(random: Random) {
  const homes = new Map<string, Origin>();
  return (draft: ClaimDraft): InventedVisit => {
    const { street1, zip } = draft.answers;
    const home = `${String(street1)}, ${String(zip).slice(0, 5)}`.toLowerCase();
    const origin = (random.chance(0.7) ? homes.get(home) : undefined) ?? inventOrigin(random);
    homes.set(home, origin);
    const behavior = draft.withoutScript ? 'no-script' : random.pickWeighted(behaviors);
    return draft.visit ?? inventVisit(random, draft.answers, behavior, origin);
  };
}
