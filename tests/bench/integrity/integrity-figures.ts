import { createRandom } from '@redress/content/demo/random';
import {
  calibrationError,
  type Interval,
  meanOf,
  medianOf,
  type ScoredClaim,
  shareByUnit,
  shareReached,
  thresholdAt,
} from './evaluate.ts';
import { maxFalseRate, bothScores, type Score, type Source, sources } from './population.ts';
import {
  isFalseClaim,
  marginOf,
  type ScoredFiling,
  type ScoredPopulation,
  sourceNamed,
  wrongScoresOf,
} from './score-population.ts';

/** Of honest base claims, at the threshold at which recall is compared. */
const falseShare = 0.01;
/** Of false claims, by the prior that scores begin with: −20 decibans. */
const prior = 1 / 101;

interface AttackerFigures {
  readonly source: Source;
  readonly campaigns: number;
  readonly claims: number;
  /** At 1% false claims, and at the published thresholds. */
  readonly recall: Interval;
  readonly recallAtDefault: Interval;
  /** At the published thresholds, by one score alone. */
  readonly byScore: Readonly<Record<Score, number>>;
  /** Median of the campaigns of which a claim was queued, and the share of these campaigns. */
  readonly claimsUntilQueued: number;
  readonly campaignsQueued: number;
}
interface GroupFigures {
  readonly source: Source;
  readonly claims: number;
  readonly falseRate: Interval;
  readonly falseRateAtDefault: Interval;
  readonly byScore: Readonly<Record<Score, number>>;
}
export interface IntegrityFigures {
  readonly claims: number;
  /** Decibans that are added to the published thresholds, so that 1% of the honest base claims reach them. */
  readonly shift: number;
  /** Of honest base claims, at the published thresholds. */
  readonly falseAtDefault: number;
  readonly attackers: readonly AttackerFigures[];
  readonly meanRecall: Interval;
  readonly meanOfFirstFour: Interval;
  readonly groups: readonly GroupFigures[];
  /** Second claims of genuine double filers that the duplicate score finds, at the published threshold. */
  readonly doubleFilersFound: number;
  /** Honest clients of preparers who are queued, at the published thresholds. */
  readonly clients: { readonly claims: number; readonly queued: number };
  readonly calibration: Readonly<Record<Score, number>>;
  readonly milliseconds: number;
}

/** Computes the figures of one or several populations together. */
export function figuresOf(populations: readonly ScoredPopulation[]): IntegrityFigures {
  const claims = populations.flatMap(({ claims: of }, index) =>
    of.map((claim) => ({ ...claim, unit: `${index} ${claim.unit}` })),
  );
  const ofSource = (source: Source) => claims.filter((claim) => claim.source === source.name);
  const base = claims.filter((claim) => sourceNamed.get(claim.source)?.kind === 'base');
  const wrongMarginOf = (claim: ScoredFiling) => marginOf(claim, wrongScoresOf(sourceNamed.get(claim.source), claim));
  const wrongMargins = base.map(wrongMarginOf);
  const shift = thresholdAt(wrongMargins, falseShare);
  const randomOf = (source: Source) => createRandom(`interval of ${source.name}`);
  const reached = (of: readonly ScoredFiling[], score: Score) =>
    shareReached(
      of.map(({ margins }) => margins[score]),
      0,
    );
  const byScoreOf = (of: readonly ScoredFiling[]) => ({
    duplicate: reached(of, 'duplicate'),
    machine: reached(of, 'machine'),
  });

  const attackers = sources
    .filter(({ kind }) => kind === 'attacker')
    .map((source): AttackerFigures => {
      const ofAttacker = ofSource(source).filter((claim) => isFalseClaim(source, claim));
      const units = marginsByUnit(ofAttacker, (claim) => marginOf(claim, source.right));
      const until = populations.flatMap(({ untilQueued }) => untilQueued.get(source.name) ?? []);
      const campaigns = populations.reduce((sum, each) => sum + (each.campaigns.get(source.name) ?? 0), 0);
      return {
        source,
        campaigns,
        claims: ofAttacker.length,
        recall: shareByUnit(randomOf(source), units, shift),
        recallAtDefault: shareByUnit(randomOf(source), units, 0),
        byScore: byScoreOf(ofAttacker),
        claimsUntilQueued: medianOf(until),
        campaignsQueued: until.length / campaigns,
      };
    });
  const groups = sources
    .filter(({ kind }) => kind === 'group')
    .map((source): GroupFigures => {
      const ofGroup = ofSource(source);
      const units = marginsByUnit(ofGroup, wrongMarginOf);
      return {
        source,
        claims: ofGroup.length,
        byScore: byScoreOf(ofGroup),
        falseRate: shareByUnit(randomOf(source), units, shift),
        falseRateAtDefault: shareByUnit(randomOf(source), units, 0),
      };
    });
  const doubleFilers = claims.filter(({ source, isHonest }) => source === 'double filers' && !isHonest);
  const clients = claims.filter(
    ({ source, isHonest }) =>
      isHonest && sourceNamed.get(source)?.kind === 'attacker' && !sourceNamed.get(source)?.firstIsHonest,
  );
  return {
    claims: claims.length,
    shift,
    attackers,
    groups,
    falseAtDefault: shareReached(wrongMargins, 0),
    meanRecall: meanOf(attackers.map(({ recall }) => recall)),
    meanOfFirstFour: meanOf(attackers.filter(({ source }) => source.goal !== undefined).map(({ recall }) => recall)),
    doubleFilersFound: reached(doubleFilers, 'duplicate'),
    clients: {
      claims: clients.length,
      queued: shareReached(
        clients.map((claim) => marginOf(claim, bothScores)),
        0,
      ),
    },
    calibration: { duplicate: calibrationOf(claims, 'duplicate'), machine: calibrationOf(claims, 'machine') },
    milliseconds: populations.reduce((sum, each) => sum + each.milliseconds, 0) / populations.length,
  };
}

/** By campaign, household or group. */
function marginsByUnit(claims: readonly ScoredFiling[], margin: (claim: ScoredFiling) => number): number[][] {
  const units = new Map<string, number[]>();
  for (const claim of claims) {
    const unit = units.get(claim.unit) ?? [];
    unit.push(margin(claim));
    units.set(claim.unit, unit);
  }
  return [...units.values()];
}

/** Among the claims about which the score is right or wrong. */
function calibrationOf(claims: readonly ScoredFiling[], score: Score): number {
  const judged = claims.flatMap((claim): ScoredClaim[] => {
    const source = sourceNamed.get(claim.source);
    const isTrue = source?.right.includes(score) === true && !claim.isHonest;
    if (!isTrue && !wrongScoresOf(source, claim).includes(score)) return [];
    return [{ score: claim.scores[score], isTrue }];
  });
  return calibrationError(judged, prior);
}

/**
 * The goals that are missed, all at the published thresholds: the recall of attackers, the false rate of groups, and that of
 * the honest base claims, which must not exceed 1%.
 */
export function missedGoals({ attackers, groups, falseAtDefault }: IntegrityFigures): string[] {
  return [
    ...(falseAtDefault > falseShare ? ['honest base claims'] : []),
    ...attackers.flatMap(({ source: { name, goal }, recallAtDefault }) =>
      goal && 'recall' in goal && recallAtDefault.value < goal.recall ? [name] : [],
    ),
    ...groups.flatMap(({ source: { name, goal }, falseRateAtDefault }) =>
      goal && 'falseRate' in goal && falseRateAtDefault.value > goal.falseRate ? [name] : [],
    ),
  ];
}

const percent = (value: number, digits = 1) => (Number.isNaN(value) ? '' : `${(value * 100).toFixed(digits)}%`);
const span = ({ value, low, high }: Interval) =>
  Number.isNaN(value) ? '' : `${percent(value)} (${percent(low, 0)}–${percent(high, 0)})`;

/** The figures as tables in Markdown, as the documentation has them. */
export function formatFigures(figures: IntegrityFigures): string[] {
  const { attackers, groups, clients, meanRecall, meanOfFirstFour, calibration } = figures;
  const row = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const goalOf = (isMet: boolean | undefined) => (isMet === undefined ? '' : isMet ? 'met' : '**missed**');
  return [
    row([
      'attacker',
      'campaigns',
      'claims',
      'recall at 1% false',
      'at the thresholds',
      'duplicate',
      'machine',
      'claims until queued',
      'campaigns queued',
      'goal 95%',
    ]),
    row(['---', ...Array.from({ length: 8 }, () => '---:'), '---']),
    ...attackers.map(
      ({ source, campaigns, claims, recall, recallAtDefault, byScore, claimsUntilQueued, campaignsQueued }) =>
        row([
          `${source.name}${source.isHeldOut ? ' (held out)' : ''}`,
          String(campaigns),
          String(claims),
          span(recall),
          span(recallAtDefault),
          percent(byScore.duplicate),
          percent(byScore.machine),
          Number.isNaN(claimsUntilQueued) ? '' : String(claimsUntilQueued),
          percent(campaignsQueued, 0),
          goalOf(source.goal && 'recall' in source.goal ? recallAtDefault.value >= source.goal.recall : undefined),
        ]),
    ),
    row(['mean of the first four', '', '', span(meanOfFirstFour), '', '', '', '', '', '']),
    row(['mean of all', '', '', span(meanRecall), '', '', '', '', '', '']),
    '',
    row(['honest group', 'claims', 'queued at the thresholds', 'at 1% false', 'duplicate', 'machine', 'goal 2%']),
    row(['---', ...Array.from({ length: 5 }, () => '---:'), '---']),
    ...groups.map(({ source, claims, falseRate, falseRateAtDefault, byScore }) =>
      row([
        `${source.name}${source.isHeldOut ? ' (held out)' : ''}`,
        String(claims),
        span(falseRateAtDefault),
        span(falseRate),
        percent(byScore.duplicate),
        percent(byScore.machine),
        goalOf(
          source.goal && 'falseRate' in source.goal ? falseRateAtDefault.value <= source.goal.falseRate : undefined,
        ),
      ]),
    ),
    row([
      'honest clients of preparers',
      String(clients.claims),
      percent(clients.queued),
      '',
      '',
      '',
      goalOf(clients.queued <= maxFalseRate),
    ]),
    '',
    `Claims: ${figures.claims}. Honest base claims queued at the published thresholds: ${percent(figures.falseAtDefault, 2)}; 1% would be at thresholds of ${figures.shift.toFixed(1)} decibans more.`,
    `Genuine double filers found by the duplicate score: ${percent(figures.doubleFilersFound)}.`,
    `Calibration error at a prior of 1%: duplicate ${percent(calibration.duplicate, 2)}, machine ${percent(calibration.machine, 2)}. Job: ${figures.milliseconds.toFixed(2)} ms per claim.`,
  ];
}
