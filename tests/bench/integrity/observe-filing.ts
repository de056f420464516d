import type { FilingObservations } from '@redress/contract/filing-observations';
import type { Random } from '@redress/content/demo/random';
import { pickShare } from './people.ts';

/** Where a claim comes from. */
export interface Origin {
  /** Of the client: four numbers. */
  readonly address: string;
  /** The random token that the browser keeps. Nobody files without one. */
  readonly browser: string;
  readonly networkKind?: 'hosting' | 'tor' | 'relay' | undefined;
  /** `navigator.webdriver` */
  readonly automated?: boolean;
  readonly claimsChrome?: boolean;
  readonly lacksClientHints?: boolean;
}

/** What the page sends with the answers, and what the server sees of the request. */
export interface Observation extends Pick<Origin, 'address' | 'browser' | 'networkKind'> {
  /** Undefined without script. */
  readonly sent: FilingObservations | undefined;
  readonly withoutScript: boolean;
  readonly claimsChrome: boolean;
  readonly lacksClientHints: boolean;
}

type Filled = Readonly<Partial<Record<'typed' | 'pasted' | 'filled' | 'other', number>>>;
type Seconds = (median: number, spread: number, min?: number) => { readonly visibleSeconds: number };
/** How many fields are filled in how, and how long the page is visible; undefined without script. */
type Fill = (random: Random, fields: number, seconds: Seconds) => (Filled & ReturnType<Seconds>) | undefined;

/** How a form is filled in. */
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
    // Programs that fill in forms: the browser says of some that they are autofill.
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
} satisfies Record<string, Fill>;
export type Behavior = keyof typeof fills;

/** Chrome and browsers made from it, as a share of all. */
const chromeShare = 0.66;
/** Views inside other programs, and extensions that remove headers. */
const lackingShare = 0.004;

/** Invents what is observed while a form with so many answers is filled in. */
export function observe(random: Random, behavior: Behavior, fields: number, origin: Origin): Observation {
  const fill: Fill = fills[behavior];
  const measured = fill(random, fields, (median, spread, min = 0) => ({
    visibleSeconds: Math.max(min, Math.round(random.logNormal(median, spread))),
  }));
  const none = { typed: 0, pasted: 0, filled: 0, other: 0 };
  const program = { draftRestored: behavior === 'draft', automated: origin.automated === true };
  const claimsChrome = origin.claimsChrome ?? random.chance(chromeShare);
  return {
    sent: measured && { ...none, ...measured, ...program },
    withoutScript: behavior === 'no-script',
    claimsChrome,
    // Other browsers have none.
    lacksClientHints: !claimsChrome || (origin.lacksClientHints ?? random.chance(lackingShare)),
    address: origin.address,
    browser: origin.browser,
    networkKind: origin.networkKind,
  };
}

const behaviors = { typed: 46, autofill: 39, pasted: 4, draft: 3.5, dictated: 0.8, extension: 2.5, 'no-script': 3 };
export const pickBehavior = (random: Random): Behavior => pickShare(random, behaviors);

export const inventAddress = (random: Random): string =>
  [random.integer(12, 222), ...Array.from({ length: 3 }, () => random.integer(1, 254))].join('.');
/** Another address of the same /24. */
export const addressNear = (random: Random, address: string): string =>
  `${address.slice(0, address.lastIndexOf('.'))}.${random.integer(1, 254)}`;
export const inventBrowser = (random: Random): string => `${random.next()}${random.next()}`.replaceAll('0.', '');

const mobileShare = 0.3;

/** Addresses that mobile carriers share between their customers. */
export const createCarriers = (random: Random, people: number): string[] =>
  Array.from({ length: Math.max(4, Math.ceil(people / 60)) }, () => inventAddress(random));

/** One browser of ordinary people: most are at home. */
export function inventOrigin(random: Random, carriers: readonly string[]): Origin {
  const kind = pickShare(random, { ordinary: 945, relay: 45, hosting: 9.5, tor: 0.5 });
  const networkKind = kind === 'ordinary' ? undefined : kind;
  const address =
    networkKind === undefined && random.chance(mobileShare) ? random.pick(carriers) : inventAddress(random);
  return { address, browser: inventBrowser(random), networkKind };
}
