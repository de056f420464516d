import { createRandom, type Random } from '@redress/content/demo/random';
import { createNotices, type PersonForm } from './filings.ts';
import { createCarriers, inventOrigin } from './observe-filing.ts';
import { createPeople, type Person, type Taken } from './people.ts';

/** What all units of one population share. */
export interface World {
  readonly seed: string;
  /** Claims of one campaign or group at most. */
  readonly maxSize: number;
  readonly taken: Taken;
  readonly carriers: readonly string[];
  readonly notices: ReturnType<typeof createNotices>;
}

export const createWorld = (seed: string, claims: number, maxSize: number): World => ({
  seed,
  maxSize,
  taken: { phones: new Set(), mailboxes: new Set() },
  carriers: createCarriers(createRandom(`${seed} carriers`), claims),
  notices: createNotices(),
});

export type Inventor = ReturnType<typeof createInventor>;

/** Invents one unit: a household, a campaign. What it invents does not depend on other kinds of units. */
export function createInventor({ seed, maxSize, taken, carriers, notices }: World, unit: string) {
  const random: Random = createRandom(`${seed} ${unit}`);
  return {
    random,
    /** The number of claims in a campaign or group. */
    size: (from: number, to: number) => inventSize(random, from, Math.max(from, Math.min(to, maxSize))),
    people: createPeople(random, taken),
    inventOrigin: () => inventOrigin(random, carriers),
    /** Returns the Notice ID. */
    mailTo: (person: Person, form: PersonForm): string => notices.mailTo(random, person, form),
  };
}

/** Between two limits, both included; doubling is as likely at either. */
export const inventSize = (random: Random, from: number, to: number): number =>
  Math.round(from * (to / from) ** random.next());
