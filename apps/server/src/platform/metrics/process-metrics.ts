import { monitorEventLoopDelay } from 'node:perf_hooks';
import type pg from 'pg';
import { counters } from './event-metrics.ts';
import { type GaugeReading, type Metrics, readGauge, toMetrics } from './gauge-reading.ts';

interface MeasuredProcess {
  readonly admission: { status(): { readonly active: number; readonly started: number; readonly new: number } };
  readonly pools: Readonly<Partial<Record<'website' | 'console', pg.Pool>>>;
}

/** Milliseconds between the checks of the event loop. Node counts them as a part of the delay. */
const resolution = 20;

/** Returns the metrics of this process alone. */
export function measureProcess({ admission, pools }: MeasuredProcess): () => Promise<Metrics> {
  const delay = monitorEventLoopDelay({ resolution });
  delay.enable();
  return async () => {
    const { active, ...waiting } = admission.status();
    const gauges = await toMetrics([
      readGauge('redress_processes', 'Server processes that answer', 1),
      readGauge('redress_requests_active', 'Requests in progress, of the kinds that may have to wait', active),
      {
        name: 'redress_requests_waiting',
        help: 'Requests that wait for their turn, by priority',
        values: Object.entries(waiting).map(([priority, value]) => ({ labels: { priority }, value })),
      },
      ...readPools(pools),
      readLoopDelay(delay),
      readGauge('redress_process_resident_memory_bytes', 'Memory of the server processes', process.memoryUsage.rss()),
    ]);
    return [...(await counters.getMetricsAsJSON()), ...gauges];
  };
}

function readPools(pools: MeasuredProcess['pools']): GaugeReading[] {
  const opened = Object.entries(pools);
  return [
    {
      name: 'redress_database_connections',
      help: 'Database connections, by pool and state',
      values: opened.flatMap(([pool, { totalCount, idleCount }]) => [
        { labels: { pool, state: 'idle' }, value: idleCount },
        { labels: { pool, state: 'in_use' }, value: totalCount - idleCount },
      ]),
    },
    {
      name: 'redress_database_connections_max',
      help: 'Database connections that a pool may open',
      values: opened.map(([pool, { options }]) => ({ labels: { pool }, value: options.max })),
    },
    {
      name: 'redress_database_queries_waiting',
      help: 'Queries that wait for a database connection, by pool',
      values: opened.map(([pool, { waitingCount }]) => ({ labels: { pool }, value: waitingCount })),
    },
  ];
}

/** Reads the delay since the last reading. */
function readLoopDelay(delay: ReturnType<typeof monitorEventLoopDelay>): GaugeReading {
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - resolution / 1_000);
  const [most, max] = delay.count === 0 ? [0, 0] : [toSeconds(delay.percentile(99)), toSeconds(delay.max)];
  delay.reset();
  return {
    name: 'redress_event_loop_delay_seconds',
    help: 'How late the event loop was since the last scrape: the maximum of all processes',
    aggregator: 'max',
    values: [
      { labels: { quantile: '0.99' }, value: most },
      { labels: { quantile: '1' }, value: max },
    ],
  };
}
