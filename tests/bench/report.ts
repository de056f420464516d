import { alignColumns } from '@redress/server/operations/commands/command';
import { describeRows, type Rows } from './command.ts';
import { describeGoals, type Figures, type Goal, median, medianFigures, medianRatio } from './figures.ts';
import type { Memory } from './memory.ts';

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

export interface Report {
  readonly setting: {
    readonly clients: number;
    readonly seconds: number;
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
  readonly rows: Rows;
  readonly failed: number;
}

/** That before claims were filed in batches: throughput must not cost latency. */
const singleBefore = 3.2;

/** What `Report` says, computed from its rounds. */
export function summarize({ rounds, setting, memory }: Pick<Report, 'rounds' | 'setting' | 'memory'>) {
  const of = (name: string) => rounds.flatMap((round) => round[name] ?? []);
  const medians = Object.keys(rounds[0] ?? {}).map((name) => [name, medianFigures(of(name))] as const);
  const find = (name: string) => medians.find(([each]) => each === name)?.[1];
  const ratio = (name: string, baseline: string) =>
    of(baseline).length === 0 ? undefined : medianRatio(of(name), of(baseline));
  const latencyRatio = (name: string, baseline: string) =>
    median(of(name).map(({ p50 }, round) => p50 / (of(baseline)[round]?.p50 ?? Number.NaN)));
  const perProcesses = (
    name: string,
    limit: Pick<Goal, 'unit' | 'atLeast' | 'atMost'>,
    value: (processes: number) => number | undefined,
  ): Goal => ({
    name,
    ...limit,
    figures: setting.processes.map((processes) => ({ of: describeProcesses(processes), value: value(processes) })),
  });
  const single = (name: string, limit: Pick<Goal, 'unit' | 'atMost'>, of: string, value?: number): Goal => ({
    name,
    ...limit,
    figures: [{ of, value }],
  });
  const goals: Goal[] = [
    perProcesses('claims/s, any captcha taken, to the Fastify handler', { atLeast: 1 }, (processes) =>
      ratio(server('off', processes), handler(processes)),
    ),
    perProcesses('claims/s, any captcha taken, to pgbench', { atLeast: 0.4 }, (processes) =>
      ratio(server('off', processes), pgbench),
    ),
    perProcesses('claims/s, captcha verified, to any captcha taken', { atLeast: 0.75 }, (processes) =>
      ratio(server('on', processes), server('off', processes)),
    ),
    ...(['on', 'off'] as const).map((captcha) => {
      const name = `CPU time of the server per claim, ${captcha === 'on' ? 'captcha verified' : 'any captcha taken'}`;
      return perProcesses(name, { unit: 'ms', atMost: 0.2 }, (count) => find(server(captcha, count))?.cpu?.server);
    }),
    perProcesses('p99, captcha verified', { unit: 'ms', atMost: 60 }, (count) => find(server('on', count))?.p99),
    single(
      'a single client, p50, to the Fastify handler',
      { atMost: singleBefore },
      `${find(singleServer)?.p50.toFixed(2)} ms`,
      latencyRatio(singleServer, singleHandler),
    ),
    single('memory, idle', { unit: 'MB', atMost: 150 }, '1 process', memory?.idle),
    single('memory after many claims', { unit: 'MB', atMost: 250 }, '1 process', memory?.afterClaims),
  ];
  return { medians, ratio, goals };
}

const columns = [
  ...(['claims/s', 'p50 ms', 'p99 ms', 'to handler', 'to pgbench', 'to bare SQL'] as const),
  ...(['server ms', 'PostgreSQL ms', 'client ms'] as const),
];

/** The report as text. */
export function describeReport(report: Report): string {
  const { setting, memory, rows, failed } = report;
  const { medians, ratio, goals } = summarize(report);
  const table = medians.map(([name, { claimsPerSecond, p50, p99, cpu }]) => {
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
  });
  const { clients, seconds, cores, node, postgres, durable, profiled } = setting;
  const describeMemory = ({ idle, afterClaims, claims, peak }: Memory) =>
    `Memory of one process with the website: ${idle.toFixed(0)} MB idle, ${afterClaims.toFixed(0)} MB after ${claims} claims, ${peak.toFixed(0)} MB at its highest.`;
  return [
    '',
    ...alignColumns([['', ...columns], ...table], [1, 2, 3, 4, 5, 6, 7, 8, 9]),
    '',
    ...describeGoals(goals),
    '',
    ...(memory ? [describeMemory(memory)] : []),
    `${clients} clients, ${seconds} seconds each; medians of ${report.rounds.length} rounds. ${cores} cores for everything, Node ${node}, PostgreSQL ${postgres}, ` +
      `commits ${durable ? 'wait for the disk' : 'do NOT wait for the disk'}. The last three columns are CPU time per claim.${profiled ? ' The server was profiled, which slows it.' : ''}`,
    describeRows(rows),
    ...(failed === 0 ? [] : [`${failed} CLAIMS FAILED.`]),
  ].join('\n');
}
