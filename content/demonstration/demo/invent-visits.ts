import type { InventedVisit } from '@redress/contract/demonstration';
import type { FilingObservations } from '@redress/contract/filing-observations';
import type { ClaimDraft } from './claim-parts.ts';
import type { Random } from './random.ts';

type Filled = Readonly<Partial<Record<'typed' | 'pasted' | 'filled' | 'other', number>>>;
type Seconds = (median: number, spread: number, min?: number) => { readonly visibleSeconds: number };
/**
 * The numbers of fields by input method, and the seconds that the page is visible. Undefined
 * without JavaScript.
 */
type Fill = (random: Random, fields: number, seconds: Seconds) => (Filled & ReturnType<Seconds>) | undefined;

/** The ways to fill in a form. */
const fills = {
  typed(random, fields, seconds) {
    const pasted = random.chance(0.12) ? random.integer(1, 2) : 0;
    const filled = random.chance(0.3) ? random.integer(1, 3) : 0;
    return { typed: fields - pasted - filled, pasted, filled, ...seconds(280, 0.6, 45) };
  },
  autofill(random, fields, seconds) {
    const filled = Math.min(fields - 2, random.integer(5, 9));
    return { typed: fields - filled, filled, ...seconds(105, 0.65, 14) };
  },
  pasted(random, fields, seconds) {
    const pasted = Math.min(fields - 2, random.integer(3, 8));
    return { typed: fields - pasted, pasted, ...seconds(130, 0.6, 25) };
  },
  draft: (random, fields, seconds) => ({ typed: random.integer(0, Math.min(4, fields)), ...seconds(55, 0.8, 5) }),
  dictated(random, fields, seconds) {
    const typed = random.integer(0, Math.min(3, fields));
    return { typed, other: fields - typed, ...seconds(430, 0.5, 90) };
  },
  extension(random, fields, seconds) {
    // Programs that fill in forms: the browser reports some of them as autofill.
    const typed = random.integer(1, 3);
    const rest = random.chance(0.5) ? { filled: fields - typed } : { other: fields - typed };
    return { typed, ...rest, ...seconds(45, 0.6, 9) };
  },
  'no-script': () => undefined,
  /** A program sends the answers without a browser. */
  posted: () => undefined,
  /** A program sets the fields of a browser. */
  'set by script': (random, fields) => ({ other: fields, visibleSeconds: random.integer(1, 12) }),
  /** A program presses keys in a browser. */
  'keys by script': (random, fields) => ({ typed: fields, visibleSeconds: random.integer(3, 28) }),
  /** A program that waits as long as people do. */
  'slow script': (_random, fields, seconds) => ({ typed: fields, ...seconds(210, 0.3) }),
  /** A browser too old for the page's script, which most pages do without. */
  'old-browser': () => undefined,
} satisfies Record<string, Fill>;
export type Behavior = keyof typeof fills;

const behaviors: readonly (readonly [Behavior, number])[] = [
  ['typed', 47],
  ['autofill', 38],
  ['pasted', 5],
  ['draft', 4],
  ['dictated', 1],
  ['old-browser', 5],
];

/** Invents how a person with JavaScript fills in a form. */
export const pickBehavior = (random: Random): Behavior => random.pickWeighted(behaviors);

/** The network and browser of a claim. */
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
/** The share of Chrome users whose privacy extensions remove these headers. */
const hiddenHintsShare = 0.005;

/**
 * The share of people at home who use their phone's network. Its carrier shares addresses among
 * customers.
 */
const mobileShare = 0.25;
const carriers = 200;
/** The share of people whose browser hides their address, and the addresses of its relays. */
const relayShare = 0.04;
const relays = 400;

const part = (random: Random) => random.integer(1, 65_535).toString(16);

/** A household's address in 2001:db8::/32, which is for documentation (RFC 3849). */
export const inventAddress = (random: Random): string => `2001:db8:${part(random)}:${part(random)}::1`;

export const inventBrowser = (random: Random): string =>
  Array.from({ length: 24 }, () =>
    random.pick('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789'.split('')),
  ).join('');

/** Invents the browser of one person, or of a home. */
export function inventOrigin(random: Random): Origin {
  const isChrome = random.chance(chromeShare);
  const browser = {
    browser: inventBrowser(random),
    userAgent: random.pick(isChrome ? chromes : others),
    clientHints: isChrome && !random.chance(hiddenHintsShare) ? clientHints : undefined,
    network: undefined,
  };
  // The prefix has fewer digits than those of `inventAddress`, so that no other claim has it.
  if (random.chance(relayShare))
    return { ...browser, address: `2001:db8:0:${random.integer(1, relays).toString(16)}::1`, network: 'relay' };
  if (random.chance(mobileShare))
    return { ...browser, address: `2001:db8:0:f${random.integer(1, carriers).toString(16)}::1` };
  return { ...browser, address: inventAddress(random) };
}

/** A program in a data center that claims to be Chrome. */
export const inventProgram = (random: Random): Origin => ({
  address: inventAddress(random),
  browser: inventBrowser(random),
  userAgent: chromes[0],
  clientHints: undefined,
  network: 'hosting',
});

/** Invents the visit in which these answers are filled in. */
export function inventVisit(
  random: Random,
  answers: ClaimDraft['answers'],
  behavior: Behavior,
  { automated = false, ...origin }: Origin & { readonly automated?: boolean },
): InventedVisit {
  const measured = measureFilling(random, behavior, countFields(answers), automated);
  if (behavior === 'old-browser') return { ...origin, measured, userAgent: oldBrowser, clientHints: undefined };
  return { ...origin, measured };
}

/** Counts fields, and cells of rows. */
function countFields(answers: ClaimDraft['answers']): number {
  return Object.values(answers)
    .map((answer) => (Array.isArray(answer) ? answer.length * 2 : 1))
    .reduce((sum, count) => sum + count, 0);
}

/** Invents the page's measurements for the given number of fields. Undefined if it sends none. */
export function measureFilling(
  random: Random,
  behavior: Behavior,
  fields: number,
  automated: boolean,
): FilingObservations | undefined {
  const fill: Fill = fills[behavior];
  const measured = fill(random, fields, (median, spread, min = 0) => ({
    visibleSeconds: Math.max(min, Math.round(random.logNormal(median, spread))),
  }));
  const none = { typed: 0, pasted: 0, filled: 0, other: 0 };
  return measured && { ...none, ...measured, draftRestored: behavior === 'draft', automated };
}

/**
 * Adds missing visits to claims: most people type or let the browser fill in the form, and people
 * in one home usually share a browser.
 */
export function visitInventor(random: Random) {
  const homes = new Map<string, Origin>();
  return (draft: ClaimDraft): InventedVisit => {
    const { street1, zip } = draft.answers;
    const home = `${String(street1)}, ${String(zip).slice(0, 5)}`.toLowerCase();
    const origin = (random.chance(0.7) ? homes.get(home) : undefined) ?? inventOrigin(random);
    homes.set(home, origin);
    const behavior = draft.withoutScript ? 'no-script' : pickBehavior(random);
    return draft.visit ?? inventVisit(random, draft.answers, behavior, origin);
  };
}
