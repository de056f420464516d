import cluster, { type Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import type { Metrics } from './gauge-reading.ts';

/** The source of a website's metrics. */
export interface MetricsSource {
  /** Reads the metrics of one process. */
  own(): Promise<Metrics>;
  /** Reads the metrics that are the same for every process. */
  shared(): Promise<Metrics>;
}
type Part = keyof MetricsSource;
interface Question {
  readonly metrics: Part;
  readonly question: number;
}
interface Answer {
  readonly answer: number;
  readonly metrics: Metrics;
}
const isObject = (message: unknown): message is object => typeof message === 'object' && message !== null;
const isQuestion = (message: unknown): message is Question => isObject(message) && 'question' in message;
const isAnswer = (message: unknown): message is Answer => isObject(message) && 'answer' in message;

/** Milliseconds. A process whose event loop is stuck must not keep the others from being seen. */
const maxWait = { own: 2_000, shared: 5_000 } as const;

/** Answers the primary's requests for metrics. Runs in each server process. */
export function answerPrimary(source: MetricsSource): void {
  process.on('message', (message) => {
    if (!isQuestion(message)) return;
    void source[message.metrics]().then((metrics) => process.send?.({ answer: message.question, metrics }));
  });
}

/**
 * In the primary: adds up the metrics of its processes. Counts of a process that died or does not
 * answer stay in the sums: Prometheus takes a smaller sum for a restart, and would count the rest
 * again.
 */
export function askProcesses(): () => Promise<Metrics[]> {
  const latest = new Map<number, Metrics>();
  let ended: Metrics[] = [];
  cluster.on('exit', ({ id }) => {
    const last = latest.get(id);
    if (last) ended.push(last.filter(isCounted));
    latest.delete(id);
  });
  return async () => {
    const workers = Object.values(cluster.workers ?? {}).flatMap((worker) => (worker?.isConnected() ? worker : []));
    const asked = await Promise.all(workers.map(async (worker) => ({ worker, own: await ask(worker, 'own') })));
    const answered = asked.flatMap(({ worker, own }) => (own ? { worker, own } : []));
    // A process that died meanwhile was counted as ended.
    for (const { worker, own } of answered) if (cluster.workers?.[worker.id]) latest.set(worker.id, own);
    const isSilent = (id: number) => !answered.some(({ worker }) => worker.id === id);
    const silent = [...latest].flatMap(([id, metrics]) => (isSilent(id) ? [metrics.filter(isCounted)] : []));
    if (ended.length > 1) ended = [await AggregatorRegistry.aggregate(ended).getMetricsAsJSON()];
    const [first] = answered;
    const shared = first && (await ask(first.worker, 'shared'));
    return [...answered.map(({ own }) => own), ...silent, ...ended, ...(shared ? [shared] : [])];
  };
}

const isCounted = ({ type }: Metrics[number]) => String(type) === 'counter' || String(type) === 'histogram';

let questions = 0;

/** Undefined when the process dies or does not answer in time. */
function ask(worker: Worker, metrics: Part): Promise<Metrics | undefined> {
  const question = (questions += 1);
  return new Promise((resolve) => {
    const end = (answer: Metrics | undefined) => {
      clearTimeout(timer);
      worker.off('message', receive).off('exit', giveUp);
      resolve(answer);
    };
    const giveUp = () => end(undefined);
    const receive = (message: unknown) => {
      if (isAnswer(message) && message.answer === question) end(message.metrics);
    };
    const timer = setTimeout(giveUp, maxWait[metrics]);
    worker.on('message', receive).once('exit', giveUp);
    worker.send({ metrics, question } satisfies Question, (error) => error && giveUp());
  });
}
