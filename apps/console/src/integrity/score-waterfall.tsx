import '@redress/ui/charts/charts.css';
import type { IntegrityScore, IntegrityScoreDetails, IntegritySignal } from '@redress/contract/console/integrity';
import { ChartFigure } from '@redress/ui/charts/chart-figure.tsx';
import { WaterfallChart, type WaterfallStep } from '@redress/ui/charts/waterfall-chart.tsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { describeOdds, describeScore, formatPoints, formatSigned, hasSignalFor, scoreNames } from './describe-score.ts';

/**
 * One score: how strong the evidence is, and how its points add up. Without evidence, the details
 * are collapsed.
 */
export function ScoreWaterfall({
  which,
  score,
}: {
  readonly which: IntegrityScore;
  readonly score: IntegrityScoreDetails;
}) {
  const { decibans, threshold, reached, limited } = score;
  const rows = sumUp(score);
  const steps: WaterfallStep[] = rows.map(({ key, words, from, to, points }) => ({
    key,
    label: words,
    from,
    to,
    text: from === 'axis' ? formatPoints(to) : formatSigned(points),
  }));
  const sum = (
    <>
      <ChartFigure
        level="h4"
        figure={{
          name: which,
          title: `Points for “${scoreNames[which].toLowerCase()}”`,
          definition: 'Strongest first. The dashed line is the threshold.',
          columns: [
            { name: 'evidence', header: 'Evidence', kind: 'text' },
            { name: 'points', header: 'Points', kind: 'count' },
            { name: 'sum', header: 'Sum', kind: 'count' },
          ],
          rows: rows.map(({ text, points, to }) => [text, round(points), round(to)]),
        }}
        empty="No points."
        chart={
          <WaterfallChart label={`Steps to “${scoreNames[which].toLowerCase()}”`} steps={steps} threshold={threshold} />
        }
      />
      <p className="soft">
        <span>These points mean odds of {describeOdds(decibans)}.</span>
        {limited && (
          <span>
            {' '}
            Signals such as a shared network never queue a claim on their own, so it stays below the threshold.
          </span>
        )}
        {!reached && score.signals.some(({ signal }) => signal === 'hidden-field') && (
          <span> A filled-in hidden field flags the claim as “Suspected machine”, whatever its score.</span>
        )}
      </p>
    </>
  );
  return (
    <div className="score">
      <h3>{scoreNames[which]}</h3>
      <p className="score-sum">
        <span className={reached ? 'tag tag-warn' : 'tag'}>{describeScore(score)}</span>{' '}
        <strong>{formatPoints(decibans)}</strong> points (review threshold:&nbsp;{formatPoints(threshold)})
      </p>
      {hasSignalFor(score) ? (
        sum
      ) : (
        <details className="spaced finger-summary">
          <summary>How this score was calculated</summary>
          {sum}
        </details>
      )}
    </div>
  );
}

interface Row {
  readonly key: string;
  readonly text: string;
  readonly words: ReactNode;
  readonly from: number | 'axis';
  readonly to: number;
  readonly points: number;
}

/** Browsers and networks are forgotten after a time; the points that they gave remain. */
const forgotten = 'Signals of the browser and the network, which were deleted after their retention period';

function sumUp({ prior, signals, decibans, limited }: IntegrityScoreDetails): Row[] {
  let sum = prior;
  const start = 'Before any signal';
  const kept = signals.map((signal) => {
    const words = (
      <>
        <Evidence signal={signal} />
        {capOf(signal)}
      </>
    );
    return { key: signal.signal, text: `${signal.evidence}${capOf(signal)}`, words, points: signal.counted };
  });
  const rest = limited ? 0 : round(decibans - kept.reduce((total, { points }) => total + points, prior));
  const all = rest === 0 ? kept : [...kept, { key: 'forgotten', text: forgotten, words: forgotten, points: rest }];
  const steps = all
    .toSorted((a, b) => b.points - a.points)
    .map((step): Row => {
      const from = sum;
      sum += step.points;
      return { ...step, from, to: sum };
    });
  return [
    { key: 'start', text: start, words: start, from: 'axis', to: prior, points: prior },
    ...steps,
    { key: 'sum', text: 'Score', words: <strong>Score</strong>, from: 'axis', to: decibans, points: decibans },
  ];
}

const capOf = ({ points, counted }: IntegritySignal): string =>
  round(points) === round(counted) ? '' : ` (${formatSigned(points)}, but these signals count less together)`;

const round = (points: number): number => Math.round(points * 10) / 10 + 0;

/** Renders the sentence, with links from its claim numbers to their claims. */
function Evidence({ signal: { evidence, claims } }: { readonly signal: IntegritySignal }) {
  const [number] = claims;
  if (number === undefined || !evidence.includes(number)) return evidence;
  const [before, ...after] = evidence.split(number);
  return (
    <>
      <span>{before}</span>
      <Link to={`/claims/${number}`}>{number}</Link>
      <span>{after.join(number)}</span>
    </>
  );
}
