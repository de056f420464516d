import { createWorld, type Filing, type World } from './world.ts';
import * as groups from './honest-groups.ts';
import { doubleFiler, ordinaryHousehold, ordinaryPayor } from './honest-population.ts';
import {
  clickFarm,
  fabricatedPayors,
  handMadeVariants,
  mailDrop,
  preparer,
  stolenIdentities,
} from './human-attackers.ts';
import { fixedAnswers, headlessBrowsers, languageModel, nameLists } from './machine-attackers.ts';

export type Score = 'duplicate' | 'machine';
export const bothScores: readonly Score[] = ['duplicate', 'machine'];

type InventUnit = (world: World) => Filing[] | { filings: Filing[]; honest: ReadonlySet<Filing> };

/** A source files a kind of claims, about which scores are right or wrong. */
export interface Source {
  readonly name: string;
  readonly kind: 'base' | 'attacker' | 'group';
  /** These scores are right about the claims when they reach the threshold. */
  readonly right: readonly Score[];
  /** These scores are wrong about them. Others are neither. */
  readonly wrong: readonly Score[];
  /** The share of all claims. */
  readonly share: number;
  /** The bench must find `minRecall` of its claims. */
  readonly hasGoal?: true;
  /** The first claim of a person is genuine. Only the person's later claims are duplicates. */
  readonly firstIsHonest?: true;
  /** Held out: no signal and no points were chosen for it. */
  readonly isHeldOut?: true;
  readonly invent: InventUnit;
}

const shareOfAttacker = 0.025;
const shareOfGroup = 0.0125;
/** Limits apply at the published thresholds, to attackers with a goal and to each honest group. */
export const minRecall = 0.95;
export const maxFalseRate = 0.02;

const attacker = (name: string, invent: InventUnit): Source => ({
  name,
  kind: 'attacker',
  right: bothScores,
  wrong: [],
  share: shareOfAttacker,
  invent,
});
const group = (name: string, invent: InventUnit): Source => ({
  name,
  kind: 'group',
  right: [],
  wrong: bothScores,
  share: shareOfGroup,
  invent,
});
const heldOut = (source: Source): Source => ({ ...source, share: source.share / 2, isHeldOut: true });

const base = { kind: 'base', right: [], wrong: bothScores } as const;
const sameClaimant = { right: ['duplicate'], firstIsHonest: true } as const;
const twice = { ...sameClaimant, wrong: ['machine'] } as const;

/** All claims of the benchmark come from these sources. */
export const sources: readonly Source[] = [
  { ...base, name: 'people', share: 0.585, invent: ordinaryHousehold },
  { ...base, name: 'payors', share: 0.022, invent: ordinaryPayor },
  { ...base, ...twice, name: 'double filers', share: 0.018, invent: doubleFiler },
  { ...attacker('loop with fixed answers', fixedAnswers), hasGoal: true },
  { ...attacker('name lists, counted mailboxes', nameLists), hasGoal: true },
  { ...attacker('hand-made variants', handMadeVariants), ...sameClaimant, hasGoal: true },
  { ...attacker('headless browsers, catch-all domain', headlessBrowsers), hasGoal: true },
  attacker('stolen identities', stolenIdentities),
  attacker('preparer, invented clients', preparer),
  attacker('careful language model', languageModel),
  attacker('fabricated payors', fabricatedPayors),
  heldOut(attacker('click farm', clickFarm)),
  heldOut(attacker('mail drop', mailDrop)),
  group('household', groups.household),
  group('nursing home, one helper', groups.nursingHome),
  group('library day, translator', groups.libraryDay),
  group('no script', groups.withoutScript),
  group('dictation', groups.dictation),
  group('autofill', groups.autofill),
  group('form-filling extension', groups.formFiller),
  { ...group('files again, moved or married', groups.movedOrMarried), ...twice },
  group('mail and network relays', groups.privacyRelay),
  group('shared address', groups.sharedAddress),
  group('PO boxes', groups.postOfficeBoxes),
  heldOut(group('colleagues at work', groups.colleagues)),
  heldOut(group('news report', groups.newsReport)),
];

interface LabeledFiling {
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
  const world = createWorld(seed, claims, Math.round(claims * shareOfAttacker * maxShareOfUnit));
  const filings = sources.flatMap((source) => {
    const { name, share, firstIsHonest, invent } = source;
    const labeled: LabeledFiling[] = [];
    for (let index = 0; labeled.length < claims * share; index += 1) {
      const unit = `${name} ${index}`;
      const invented = invent(world);
      const [all, honest] = Array.isArray(invented) ? [invented, undefined] : [invented.filings, invented.honest];
      const first = firstIsHonest ? all.toSorted(inOrder)[0] : undefined;
      for (const filing of all)
        labeled.push({ filing, source, unit, isHonest: filing === first || (honest?.has(filing) ?? false) });
    }
    return labeled;
  });
  return { filings: filings.sort((one, other) => inOrder(one.filing, other.filing)), members: world.members };
}
