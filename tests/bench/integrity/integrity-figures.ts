import { createRandom } from '@redress/content/demo/random';
import { type Interval, shareByUnit, shareReached, thresholdAt } from './evaluate.ts';
import { bothScores, maxFalseRate, type Score, type Source, sources } from './population.ts';
import type { ScoredFiling, ScoredPopulation } from './score-population.ts';

/** Of honest base claims, at the threshold at which recall is compared. */
const falseShare = 0.01;

/** An attacker's false claims that are found, or a group's claims that are queued in vain. */
interface SourceFigures {
  readonly source: Source;
  /** Campaigns, households or groups. */
  readonly units: number;
  readonly claims: number;
  /** The share that is queued at 1% false claims, and at the published thresholds. */
  readonly atFalseShare: Interval;
  readonly atDefault: Interval;
  /** At the published thresholds, by one score alone. */
  readonly byScore: Readonly<Record<Score, number>>;
}
export interface IntegrityFigures {
  readonly claims: number;
  /** Decibans that are added to the published thresholds, so that 1% of the honest base claims reach them. */
  readonly shift: number;
  /** Of honest base claims, at the published thresholds. */
  readonly falseAtDefault: number;
  readonly attackers: readonly SourceFigures[];
  readonly groups: readonly SourceFigures[];
  /** Second claims of genuine double filers that the duplicate score finds, at the published threshold. */
  readonly doubleFilersFound: number;
  /** Honest clients of preparers who are queued, at the published thresholds. */
  readonly clients: { readonly claims: number; readonly queued: number };
  /** Of the job, by claim. */
  readonly milliseconds: number;
}

/** Computes the figures of one or several populations together. */
export function figuresOf(populations: readonly ScoredPopulation[]): IntegrityFigures {
  const claims = populations.flatMap(({ claims: of }, index) =>
    of.map((claim) => ({ ...claim, unit: `${index} ${claim.unit}` })),
  );
  /** The score that counts: the highest of those named. */
  const marginOf = ({ margins }: ScoredFiling, scores: readonly Score[]) =>
    Math.max(...scores.map((score) => margins[score]));
  /** By the scores that are wrong when they queue a claim. */
  const wrongMarginOf = (claim: ScoredFiling) => marginOf(claim, claim.isHonest ? bothScores : claim.source.wrong);
  const queued = (of: readonly ScoredFiling[], scores: readonly Score[]) =>
    shareReached(
      of.map((claim) => marginOf(claim, scores)),
      0,
    );
  const baseMargins = claims.filter(({ source }) => source.kind === 'base').map(wrongMarginOf);
  const shift = thresholdAt(baseMargins, falseShare);
  const describe = (
    source: Source,
    of: readonly ScoredFiling[],
    margin: (claim: ScoredFiling) => number,
  ): SourceFigures => {
    const units = [...Map.groupBy(of, ({ unit }) => unit).values()].map((unit) => unit.map(margin));
    const share = (threshold: number) => shareByUnit(createRandom(`interval of ${source.name}`), units, threshold);
    const byScore = { duplicate: queued(of, ['duplicate']), machine: queued(of, ['machine']) };
    const counts = { units: units.length, claims: of.length };
    return { source, ...counts, atFalseShare: share(shift), atDefault: share(0), byScore };
  };
  const ofKind = (kind: Source['kind']) => sources.filter((source) => source.kind === kind);
  const clients = claims.filter(
    ({ source, isHonest }) => isHonest && source.kind === 'attacker' && !source.firstIsHonest,
  );
  return {
    claims: claims.length,
    shift,
    falseAtDefault: shareReached(baseMargins, 0),
    attackers: ofKind('attacker').map((source) => {
      const of = claims.filter((claim) => claim.source === source && !claim.isHonest);
      return describe(source, of, (claim) => marginOf(claim, source.right));
    }),
    groups: ofKind('group').map((source) => {
      const of = claims.filter((claim) => claim.source === source);
      return describe(source, of, wrongMarginOf);
    }),
    doubleFilersFound: queued(
      claims.filter(({ source, isHonest }) => source.name === 'double filers' && !isHonest),
      ['duplicate'],
    ),
    clients: { claims: clients.length, queued: queued(clients, bothScores) },
    milliseconds: populations.reduce((sum, each) => sum + each.milliseconds, 0) / populations.length,
  };
}

/** Whether a goal is met at the published thresholds; undefined without one. */
function isMet({ source: { goal }, atDefault }: SourceFigures): boolean | undefined {
  if (!goal) return undefined;
  return 'recall' in goal ? atDefault.value >= goal.recall : atDefault.value <= goal.falseRate;
}

/**
 * The goals that are missed, all at the published thresholds: the recall of attackers, the false rate of groups, and that of
 * the honest base claims, which must not exceed 1%.
 */
export function missedGoals({ attackers, groups, falseAtDefault }: IntegrityFigures): string[] {
  const missed = [...attackers, ...groups].filter((figures) => isMet(figures) === false);
  return [...(falseAtDefault > falseShare ? ['honest base claims'] : []), ...missed.map(({ source }) => source.name)];
}

const percent = (value: number, digits = 1) => (Number.isNaN(value) ? '' : `${(value * 100).toFixed(digits)}%`);
const span = ({ value, low, high }: Interval) =>
  Number.isNaN(value) ? '' : `${percent(value)} (${percent(low, 0)}–${percent(high, 0)})`;
const goalOf = (met: boolean | undefined) => (met === undefined ? '' : met ? 'met' : '**missed**');

/** The figures as tables in Markdown, as the documentation has them. */
export function formatFigures(figures: IntegrityFigures): string[] {
  const { attackers, groups, clients } = figures;
  const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const table = (what: string, goal: string, all: readonly SourceFigures[]) => [
    row(what, 'units', 'claims', 'at 1% false', 'at the thresholds', 'duplicate', 'machine', goal),
    row('---', ...Array.from({ length: 6 }, () => '---:'), '---'),
    ...all.map((each) => {
      const name = `${each.source.name}${each.source.isHeldOut ? ' (held out)' : ''}`;
      const spans = [span(each.atFalseShare), span(each.atDefault)];
      const scores = [percent(each.byScore.duplicate), percent(each.byScore.machine)];
      return row(name, each.units, each.claims, ...spans, ...scores, goalOf(isMet(each)));
    }),
  ];
  const mean = (of: readonly SourceFigures[]) =>
    percent(of.reduce((sum, { atFalseShare }) => sum + atFalseShare.value, 0) / of.length);
  return [
    ...table('attacker', 'goal 95%', attackers),
    `Mean at 1% false: ${mean(attackers.filter(({ source }) => source.goal))} of those with a goal, ${mean(attackers)} of all.`,
    '',
    ...table('honest group', 'goal 2%', groups),
    `Honest clients of preparers: ${clients.claims}, of whom ${percent(clients.queued)} are queued at the thresholds: ${goalOf(clients.queued <= maxFalseRate)}.`,
    '',
    `Claims: ${figures.claims}. Honest base claims queued at the published thresholds: ${percent(figures.falseAtDefault, 2)}; 1% would be at thresholds of ${figures.shift.toFixed(1)} decibans more.`,
    `Genuine double filers found by the duplicate score: ${percent(figures.doubleFilersFound)}. Job: ${figures.milliseconds.toFixed(2)} ms per claim.`,
  ];
}
