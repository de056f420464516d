import { describeGoals, type Goal } from '../goals.ts';
import type { LoadResult } from './load.ts';
import type { PageTimes } from './static-probe.ts';

export interface Measurement extends LoadResult {
  readonly name: string;
  readonly processes: number;
  /** Latency of a static page during the load, and before it. */
  readonly pages: PageTimes;
  readonly idlePages?: PageTimes;
  /** Accepted claims as a fraction of the peak with the same number of processes. */
  readonly ratio?: number;
}

export interface OverloadReport {
  readonly setting: {
    readonly seconds: number;
    readonly warmUpSeconds: number;
    readonly factor: number;
    readonly cores: number;
    /** Whether the clients had the last core to themselves. */
    readonly divided: boolean;
    readonly clientsAtPeak: number;
    readonly node: string;
  };
  readonly measurements: readonly Measurement[];
  /** Whether the database has every claim that was answered, and no other. */
  readonly rows: { readonly answered: number; readonly stored: number };
}

const columns = [
  'claims/s',
  'to peak',
  'answers/s',
  'shed',
  'asked to wait s',
  'p50 ms',
  'p99 ms',
  'slowest ms',
  'page p50',
  'page p99',
];

/** The goals of an overload, without and with claimants who ignore Retry-After. */
function overloadGoals({ setting, measurements }: Pick<OverloadReport, 'setting' | 'measurements'>): Goal[] {
  const overloads = measurements.filter(({ name }) => name.startsWith(`${setting.factor} × peak`));
  const figures = (value: (measured: Measurement) => number | undefined) =>
    overloads.map((measured) => ({ of: describeMeasurement(measured), value: value(measured) }));
  return [
    { name: 'share of the peak', atLeast: 0.85, figures: figures(({ ratio }) => ratio) },
    { name: 'slowest answer', unit: 'ms', atMost: 2_000, figures: figures(({ slowest }) => slowest) },
    { name: 'p99 of a page', unit: 'ms', atMost: 100, figures: figures(({ pages }) => pages.p99) },
  ];
}

const describeMeasurement = ({ processes, name }: Measurement) =>
  `${processes} process${processes === 1 ? '' : 'es'}, ${name}`;

/** The report as text. */
export function describeOverload({ setting, measurements, rows }: OverloadReport): string {
  const table = [
    ['', ...columns],
    ...measurements.map((each) => [
      describeMeasurement(each),
      each.acceptedPerSecond.toFixed(0),
      each.ratio?.toFixed(2) ?? '',
      each.answeredPerSecond.toFixed(0),
      `${(each.shareShed * 100).toFixed(0)}%`,
      each.retryAfter.toFixed(0),
      each.p50.toFixed(0),
      each.p99.toFixed(0),
      each.slowest.toFixed(0),
      each.pages.p50.toFixed(1),
      each.pages.p99.toFixed(1),
    ]),
  ].map(([name = '', ...cells]) => name.padEnd(30) + cells.map((cell) => cell.padStart(12)).join(''));
  const idle = measurements.flatMap(({ processes, name, idlePages }) =>
    name === 'peak' && idlePages
      ? [
          `A page with nobody else there, ${processes} process(es): p50 ${idlePages.p50.toFixed(1)} ms, p99 ${idlePages.p99.toFixed(1)} ms.`,
        ]
      : [],
  );
  const { seconds, warmUpSeconds, cores, divided, clientsAtPeak, node } = setting;
  return [
    '',
    ...table,
    '',
    ...describeGoals(overloadGoals({ setting, measurements })),
    '',
    ...idle,
    `${seconds} seconds each after ${warmUpSeconds} of warm-up; the peak with ${clientsAtPeak} claimants at a time. ${cores} cores, Node ${node}: ` +
      (divided
        ? 'the last one for the clients alone, the others for server and PostgreSQL.'
        : 'shared by server, PostgreSQL and clients.'),
    `${rows.answered} claims were answered with 201, and ${rows.stored} are in the database${rows.answered === rows.stored ? '.' : ': THESE MUST BE EQUAL.'}`,
    '',
  ].join('\n');
}
