import { type Figures, median, medianFigures, medianRatio } from './figures.ts';
import { describeGoals, type Goal } from './goals.ts';

/** The measurements of one round, by name. */
export type Round = Readonly<Record<string, Figures>>;

export const bareSql = 'bare SQL';
export const pgbench = 'pgbench';
const describeProcesses = (processes: number) => (processes === 1 ? '1 process' : `${processes} processes`);
export const handler = (processes: number) => `Fastify handler, ${describeProcesses(processes)}`;
export const server = (captcha: 'on' | 'off', processes: number) =>
  `server, ${captcha === 'on' ? 'captcha verified' : 'any captcha taken'}, ${describeProcesses(processes)}`;

/** One client, and one server process that takes any captcha. */
export const singleHandler = 'Fastify handler, a single client';
export const singleServer = 'server, a single client';

/** Resident memory of the real server with the website, in MB. */
export interface Memory {
  readonly idle: number;
  readonly claims: number;
  readonly afterClaims: number;
  readonly peak: number;
}

export interface Report {
  readonly setting: {
    readonly clients: number;
    readonly seconds: number;
    readonly warmUpSeconds: number;
    readonly processes: readonly number[];
    readonly cores: number;
    readonly node: string;
    readonly postgres: string;
    /** Whether a commit waits until it is on disk. */
    readonly durable: boolean;
    readonly profiled: boolean;
  };
  readonly rounds: readonly Round[];
  readonly memory?: Memory | undefined;
  /** Whether the database has every claim that was answered, and no other. */
  readonly rows: { readonly answered: number; readonly stored: number };
  readonly failed: number;
}

/** What `Report` says, computed from its rounds. */
export function summarize({ rounds, setting, memory }: Pick<Report, 'rounds' | 'setting' | 'memory'>) {
  const of = (name: string) => rounds.flatMap((round) => round[name] ?? []);
  const names = Object.keys(rounds[0] ?? {});
  const medians = names.map((name) => [name, medianFigures(of(name))] as const);
  const find = (name: string) => medians.find(([each]) => each === name)?.[1];
  const ratio = (name: string, baseline: string) =>
    of(baseline).length === 0 ? undefined : medianRatio(of(name), of(baseline));
  const latencyRatio = (name: string, baseline: string) =>
    median(of(name).map(({ p50 }, round) => p50 / (of(baseline)[round]?.p50 ?? Number.NaN)));
  const perProcesses = (value: (processes: number) => number | undefined) =>
    setting.processes.map((processes) => ({ of: describeProcesses(processes), value: value(processes) }));
  const goals: Goal[] = [
    {
      name: 'claims/s, any captcha taken, to the Fastify handler',
      atLeast: 1,
      figures: perProcesses((processes) => ratio(server('off', processes), handler(processes))),
    },
    {
      name: 'claims/s, any captcha taken, to pgbench',
      atLeast: 0.4,
      figures: perProcesses((processes) => ratio(server('off', processes), pgbench)),
    },
    {
      name: 'claims/s, captcha verified, to any captcha taken',
      atLeast: 0.75,
      figures: perProcesses((processes) => ratio(server('on', processes), server('off', processes))),
    },
    {
      name: 'CPU time of the server per claim, captcha verified',
      unit: 'ms',
      atMost: 0.2,
      figures: perProcesses((processes) => find(server('on', processes))?.cpu?.server),
    },
    {
      name: 'CPU time of the server per claim, any captcha taken',
      unit: 'ms',
      atMost: 0.2,
      figures: perProcesses((processes) => find(server('off', processes))?.cpu?.server),
    },
    {
      name: 'p99, captcha verified',
      unit: 'ms',
      atMost: 60,
      figures: perProcesses((processes) => find(server('on', processes))?.p99),
    },
    {
      name: 'a single client, p50, to the Fastify handler',
      atMost: singleBefore,
      figures: [{ of: `${find(singleServer)?.p50.toFixed(2)} ms`, value: latencyRatio(singleServer, singleHandler) }],
    },
    { name: 'memory, idle', unit: 'MB', atMost: 150, figures: [{ of: '1 process', value: memory?.idle }] },
    {
      name: 'memory after many claims',
      unit: 'MB',
      atMost: 250,
      figures: [{ of: '1 process', value: memory?.afterClaims }],
    },
  ];
  return { medians, ratio, goals };
}

/** The same figure before claims were filed in batches: throughput must not cost latency. */
const singleBefore = 3.2;

/** The report as text. */
export function describeReport(report: Report): string {
  const { setting, memory, rows, failed } = report;
  const { medians, ratio, goals } = summarize(report);
  const columns = [
    'claims/s',
    'p50 ms',
    'p99 ms',
    'to handler',
    'to pgbench',
    'to bare SQL',
    'server ms',
    'PostgreSQL ms',
    'client ms',
  ];
  const lines = [
    ['', ...columns],
    ...medians.map(([name, { claimsPerSecond, p50, p99, cpu }]) => {
      const processes = setting.processes.find((count) => name.endsWith(describeProcesses(count)));
      // Only the server with all clients is compared.
      const isCompared = processes !== undefined && name !== handler(processes);
      const ratios = [handler(processes ?? 0), pgbench, bareSql].map((baseline) =>
        isCompared ? ratio(name, baseline) : undefined,
      );
      return [
        name,
        claimsPerSecond.toFixed(0),
        p50.toFixed(1),
        p99.toFixed(1),
        ...ratios.map((each) => each?.toFixed(2) ?? ''),
        ...[cpu?.server, cpu?.postgres, cpu?.client].map((each) => (each ? each.toFixed(3) : '')),
      ];
    }),
  ].map(([name = '', ...cells]) => name.padEnd(40) + cells.map((cell) => cell.padStart(14)).join(''));
  const { clients, seconds, cores, node, postgres, durable } = setting;
  return [
    '',
    ...lines,
    '',
    ...describeGoals(goals),
    '',
    ...(memory
      ? [
          `Memory of one process with the website: ${memory.idle.toFixed(0)} MB idle, ${memory.afterClaims.toFixed(0)} MB after ${memory.claims} claims, ${memory.peak.toFixed(0)} MB at its highest.`,
        ]
      : []),
    `${clients} clients, ${seconds} seconds each; medians of ${report.rounds.length} rounds. ${cores} cores for everything, Node ${node}, PostgreSQL ${postgres}, ` +
      `commits ${durable ? 'wait for the disk' : 'do NOT wait for the disk'}. The last three columns are CPU time per claim.${setting.profiled ? ' The server was profiled, which slows it.' : ''}`,
    `${rows.answered} claims were answered with 201, and ${rows.stored} are in the database${rows.answered === rows.stored ? '.' : ': THESE MUST BE EQUAL.'}`,
    ...(failed === 0 ? [] : [`${failed} CLAIMS FAILED.`]),
    '',
  ].join('\n');
}
