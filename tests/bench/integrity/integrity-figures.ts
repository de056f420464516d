import { bothScores, maxFalseRate, minRecall, type Score, type Source, sources } from './population.ts';
import type { ScoredFiling, ScoredPopulation } from './score-population.ts';

/** Honest base claims may be queued up to this share, at the published thresholds. */
const maxFalseShare = 0.01;

/** An attacker's false claims should be queued, a group's claims should not. */
interface SourceFigures {
  readonly source: Source;
  /** A unit is a campaign, a household or a group. */
  readonly units: number;
  readonly claims: number;
  /** The share that is queued at the published thresholds. */
  readonly queued: number;
  /** Each score queues this share alone. */
  readonly byScore: Readonly<Record<Score, number>>;
}
/** Shares apply at the published thresholds. */
export interface IntegrityFigures {
  readonly claims: number;
  /** The share of honest base claims that are queued. */
  readonly falseShare: number;
  readonly attackers: readonly SourceFigures[];
  readonly groups: readonly SourceFigures[];
  /** The share of second claims of genuine double filers that the duplicate score finds. */
  readonly doubleFilersFound: number;
  /** Honest clients of preparers, and the share of them that is queued. */
  readonly clients: { readonly claims: number; readonly queued: number };
  /** The job's time per claim. */
  readonly milliseconds: number;
}

/** Returns the share of claims that a score queues, or any score that counts. NaN without claims. */
const queuedShare = (claims: readonly ScoredFiling[], score?: Score): number =>
  claims.filter(({ isHonest, source, margins }) =>
    (score ? [score] : isHonest ? bothScores : source.scores).some((each) => margins[each] >= 0),
  ).length / claims.length;

/** Computes the figures of one or several populations together. */
export function figuresOf(populations: readonly ScoredPopulation[]): IntegrityFigures {
  const claims = populations.flatMap(({ claims: of }, index) =>
    of.map((claim) => ({ ...claim, unit: `${index} ${claim.unit}` })),
  );
  const describe = (source: Source): SourceFigures => {
    const of = claims.filter((claim) => claim.source === source && !(source.kind === 'attacker' && claim.isHonest));
    return {
      source,
      units: new Set(of.map(({ unit }) => unit)).size,
      claims: of.length,
      queued: queuedShare(of),
      byScore: { duplicate: queuedShare(of, 'duplicate'), machine: queuedShare(of, 'machine') },
    };
  };
  const clients = claims.filter(
    ({ source, isHonest }) => isHonest && source.kind === 'attacker' && !source.firstIsHonest,
  );
  const filedAgain = claims.filter(({ source, isHonest }) => source.name === 'double filers' && !isHonest);
  return {
    claims: claims.length,
    falseShare: queuedShare(claims.filter(({ source }) => source.kind === 'base')),
    attackers: sources.filter(({ kind }) => kind === 'attacker').map(describe),
    groups: sources.filter(({ kind }) => kind === 'group').map(describe),
    doubleFilersFound: queuedShare(filedAgain, 'duplicate'),
    clients: { claims: clients.length, queued: queuedShare(clients) },
    milliseconds: populations.reduce((sum, each) => sum + each.milliseconds, 0) / populations.length,
  };
}

/** Undefined without a goal. */
function isMet({ source: { kind, hasGoal }, queued }: SourceFigures): boolean | undefined {
  if (kind === 'group') return queued <= maxFalseRate;
  return hasGoal && queued >= minRecall;
}

/** Tells whether the goals are met for attackers' recall, and for false rates of groups and base. */
export const areGoalsMet = ({ attackers, groups, falseShare }: IntegrityFigures): boolean =>
  falseShare <= maxFalseShare && [...attackers, ...groups].every((figures) => isMet(figures) !== false);

const percent = (value: number, digits = 1) => (Number.isNaN(value) ? '' : `${(value * 100).toFixed(digits)}%`);
const goalOf = (met: boolean | undefined) => (met === undefined ? '' : met ? 'met' : '**missed**');

/** Makes tables in Markdown for the documentation. */
export function formatFigures(figures: IntegrityFigures): string[] {
  const { attackers, groups, clients } = figures;
  const row = (...cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`;
  const table = (what: string, goal: string, all: readonly SourceFigures[]) => [
    row(what, 'units', 'claims', 'queued', 'duplicate', 'machine', goal),
    row('---', ...Array.from({ length: 5 }, () => '---:'), '---'),
    ...all.map((each) => {
      const name = `${each.source.name}${each.source.isHeldOut ? ' (held out)' : ''}`;
      const shares = [each.queued, each.byScore.duplicate, each.byScore.machine].map((share) => percent(share));
      return row(name, each.units, each.claims, ...shares, goalOf(isMet(each)));
    }),
  ];
  return [
    ...table('attacker', 'goal 95%', attackers),
    '',
    ...table('honest group', 'goal 2%', groups),
    `Honest clients of preparers: ${clients.claims}, of whom ${percent(clients.queued)} are queued: ${goalOf(clients.queued <= maxFalseRate)}.`,
    '',
    `Claims: ${figures.claims}. Honest base claims queued: ${percent(figures.falseShare, 2)}. All at the published thresholds.`,
    `Genuine double filers found by the duplicate score: ${percent(figures.doubleFilersFound)}. Job: ${figures.milliseconds.toFixed(2)} ms per claim.`,
  ];
}
