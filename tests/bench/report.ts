import { alignColumns } from '@redress/server/operations/commands/command';
import { describeGoals, type Figures, type Goal, medianFigures, medianRatio } from './figures.ts';

const describeProcesses = (processes: number) => (processes === 1 ? '1 process' : `${processes} processes`);
export const handler = (processes: number) => `Fastify handler, ${describeProcesses(processes)}`;
export const server = (captcha: 'on' | 'off', processes: number) =>
  `server, ${captcha === 'on' ? 'captcha verified' : 'any captcha taken'}, ${describeProcesses(processes)}`;

/**
 * The lines of a table with the median of each measurement, and of one with each goal.
 * @param rounds the measurements of each round, by name
 */
export function describeRounds(rounds: readonly ReadonlyMap<string, Figures>[], processes: readonly number[]) {
  const of = (name: string) => rounds.flatMap((round) => round.get(name) ?? []);
  const ratio = (name: string, baseline: string) => medianRatio(of(name), of(baseline));
  const rows = processes.flatMap((count) =>
    [handler(count), server('off', count), server('on', count)].map((name) => {
      const { claimsPerSecond, p50, p99 } = medianFigures(of(name));
      const toHandler = ratio(name, handler(count));
      return [name, claimsPerSecond.toFixed(0), p50.toFixed(1), p99.toFixed(1), toHandler.toFixed(2)];
    }),
  );
  const goal = (name: string, limit: Partial<Goal>, value: (processes: number) => number): Goal => ({
    name,
    ...limit,
    figures: processes.map((count) => ({ of: describeProcesses(count), value: value(count) })),
  });
  const goals = [
    goal('claims/s, any captcha taken, to the Fastify handler', { atLeast: 1 }, (count) =>
      ratio(server('off', count), handler(count)),
    ),
    goal('claims/s, captcha verified, to any captcha taken', { atLeast: 0.75 }, (count) =>
      ratio(server('on', count), server('off', count)),
    ),
    goal('p99, captcha verified', { unit: 'ms', atMost: 60 }, (count) => medianFigures(of(server('on', count))).p99),
  ];
  const head = ['', 'claims/s', 'p50 ms', 'p99 ms', 'to handler'];
  return [...alignColumns([head, ...rows], [1, 2, 3, 4]), '', ...describeGoals(goals)];
}
