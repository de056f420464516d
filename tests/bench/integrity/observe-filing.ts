import type { FilingObservations } from '@redress/contract/filing-observations';
import { type Behavior, measureFilling } from '@redress/content/demo/invent-visits';
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

/** Chrome and browsers made from it, as a share of all. */
const chromeShare = 0.66;
/** Views inside other programs, and extensions that remove headers. */
const lackingShare = 0.004;

/** Invents what is observed while a form with so many answers is filled in. */
export function observe(random: Random, behavior: Behavior, fields: number, origin: Origin): Observation {
  const sent = measureFilling(random, behavior, fields, origin.automated === true);
  const claimsChrome = origin.claimsChrome ?? random.chance(chromeShare);
  return {
    sent,
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
