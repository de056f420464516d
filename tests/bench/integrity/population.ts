import { createWorld, type Filing, type World } from './world.ts';
import * as groups from './honest-groups.ts';
import { doubleFiler, ordinaryHousehold, ordinaryPayor } from './honest-population.ts';
import * as humans from './human-attackers.ts';
import { fixedAnswers, headlessBrowsers, languageModel, nameLists } from './machine-attackers.ts';

export type Score = 'duplicate' | 'machine';
export const bothScores: readonly Score[] = ['duplicate', 'machine'];

/** A source files a kind of claims, about which scores are right or wrong. */
export interface Source {
  readonly name: string;
  readonly kind: 'base' | 'attacker' | 'group';
  /**
   * When these scores reach the threshold, they are right about an attacker's false claims, and wrong
   * about claims of others. The other scores are neither.
   */
  readonly scores: readonly Score[];
  /** The share of all claims. */
  readonly share: number;
  /** The bench must find `minRecall` of its claims. */
  readonly hasGoal?: true;
  /** The first claim of a person is genuine. Only the person's later claims are duplicates. */
  readonly firstIsHonest?: true;
  /** Held out: no signal and no points were chosen for it. */
  readonly isHeldOut?: true;
  readonly invent: (world: World) => Filing[];
}

/** Limits apply at the published thresholds, to attackers with a goal and to each honest group. */
export const minRecall = 0.95;
export const maxFalseRate = 0.02;

const base = { kind: 'base', scores: bothScores } as const;
const attacker = { kind: 'attacker', scores: bothScores, share: 0.025 } as const;
const group = { kind: 'group', scores: bothScores, share: 0.0125 } as const;
const heldOutAttacker = { ...attacker, share: attacker.share / 2, isHeldOut: true } as const;
const heldOutGroup = { ...group, share: group.share / 2, isHeldOut: true } as const;
const twice = { scores: ['machine'], firstIsHonest: true } as const;
const variants = { scores: ['duplicate'], firstIsHonest: true } as const;

/** All claims of the benchmark come from these sources. */
export const sources: readonly Source[] = [
  { ...base, name: 'people', share: 0.585, invent: ordinaryHousehold },
  { ...base, name: 'payors', share: 0.022, invent: ordinaryPayor },
  { ...base, ...twice, name: 'double filers', share: 0.018, invent: doubleFiler },
  { ...attacker, name: 'loop with fixed answers', invent: fixedAnswers, hasGoal: true },
  { ...attacker, name: 'name lists, counted mailboxes', invent: nameLists, hasGoal: true },
  { ...attacker, ...variants, name: 'hand-made variants', invent: humans.handMadeVariants, hasGoal: true },
  { ...attacker, name: 'headless browsers, catch-all domain', invent: headlessBrowsers, hasGoal: true },
  { ...attacker, name: 'stolen identities', invent: humans.stolenIdentities },
  { ...attacker, name: 'preparer, invented clients', invent: humans.preparer },
  { ...attacker, name: 'careful language model', invent: languageModel },
  { ...attacker, name: 'fabricated payors', invent: humans.fabricatedPayors },
  { ...heldOutAttacker, name: 'click farm', invent: humans.clickFarm },
  { ...heldOutAttacker, name: 'mail drop', invent: humans.mailDrop },
  { ...group, name: 'household', invent: groups.household },
  { ...group, name: 'nursing home, one helper', invent: groups.nursingHome },
  { ...group, name: 'library day, translator', invent: groups.libraryDay },
  { ...group, name: 'no script', invent: groups.oneWith('no-script') },
  { ...group, name: 'dictation', invent: groups.oneWith('dictated') },
  { ...group, name: 'autofill', invent: groups.oneWith('autofill') },
  { ...group, name: 'form-filling extension', invent: groups.oneWith('extension') },
  { ...group, ...twice, name: 'files again, moved or married', invent: groups.movedOrMarried },
  { ...group, name: 'mail and network relays', invent: groups.privacyRelay },
  { ...group, name: 'shared address', invent: groups.sharedAddress },
  { ...group, name: 'PO boxes', invent: groups.postOfficeBoxes },
  { ...heldOutGroup, name: 'colleagues at work', invent: groups.colleagues },
  { ...heldOutGroup, name: 'news report', invent: groups.newsReport },
];

export interface LabeledFiling {
  readonly filing: Filing;
  readonly source: Source;
  /** Names the campaign, household or group. */
  readonly unit: string;
  /** Both scores are wrong about an honest claim among others. */
  readonly isHonest: boolean;
}
export interface Population {
  /** Filings are in the order of their arrival. */
  readonly filings: readonly LabeledFiling[];
  /** Rows to import of class members who were mailed notices. */
  readonly members: readonly string[];
}

const inOrder = (one: Filing, other: Filing) => one.filedAt.getTime() - other.filedAt.getTime();

/** A campaign has at most this share of the claims of its attacker. */
const maxShareOfUnit = 0.4;

/** Invents about `claims` claims, the same ones for the same seed. */
export function inventPopulation(seed: string, claims: number): Population {
  const world = createWorld(seed, claims, Math.round(claims * attacker.share * maxShareOfUnit));
  const filings = sources.flatMap((source) => {
    const labeled: LabeledFiling[] = [];
    for (let index = 0; labeled.length < claims * source.share; index += 1) {
      const unit = `${source.name} ${index}`;
      const ofUnit = source.invent(world);
      const first = source.firstIsHonest && ofUnit.toSorted(inOrder)[0];
      const isHonest = (filing: Filing) => filing === first || world.honest.has(filing);
      labeled.push(...ofUnit.map((filing) => ({ filing, source, unit, isHonest: isHonest(filing) })));
    }
    return labeled;
  });
  return { filings: filings.sort((one, other) => inOrder(one.filing, other.filing)), members: world.members };
}
