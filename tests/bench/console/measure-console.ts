import type { SearchAnswer } from '@redress/contract/console/search';
import { alignColumns } from '@redress/server/operations/commands/command';
import type { ConsoleAnswer, ConsoleTab } from '../../setup/console.ts';
import { median, percentile } from '../figures.ts';
import { type InventedSearch, searchKinds } from './search-mix.ts';

/** The number of people who search or open screens at the same time. */
const people = 4;

export interface Times {
  readonly what: string;
  readonly count: number;
  /** Times are in milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Returns the body of an answer. @throws Error it has another status than this one */
export function bodyOf<Body>({ status, text, body }: ConsoleAnswer<Body>, expected = 200): Body {
  if (status !== expected) throw new Error(`The console answered with ${status}: ${text}`);
  return body;
}

/** Several people ask about these things at the same time. Every answer must be a 200. */
async function askEach<Thing, Answer>(things: readonly Thing[], ask: (thing: Thing) => Promise<ConsoleAnswer<Answer>>) {
  const asked: { readonly thing: Thing; readonly milliseconds: number; readonly body: Answer }[] = [];
  let next = 0;
  const work = async () => {
    for (let thing = things[next++]; thing !== undefined; thing = things[next++]) {
      const begun = performance.now();
      const body = bodyOf(await ask(thing));
      asked.push({ thing, milliseconds: performance.now() - begun, body });
    }
  };
  await Promise.all(Array.from({ length: people }, work));
  return asked;
}

const millisecondsOf = ({ milliseconds }: { readonly milliseconds: number }) => milliseconds;

export async function measureRequests(what: string, tab: ConsoleTab, paths: readonly string[]): Promise<Times> {
  return timesOf(what, (await askEach(paths, (path) => tab.get(path))).map(millisecondsOf));
}

export function timesOf(what: string, times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  const [p95, max] = [percentile(sorted, 0.95), percentile(sorted, 1)];
  return { what, count: times.length, p50: median(sorted), p95, max };
}

const columns = ['count', 'p50', 'p95', 'max'] as const;
/** Makes the lines of a table with these times. */
export function formatTimes(times: readonly Times[]): string[] {
  const rows = times.map(({ what, ...of }) => [what, ...columns.map((column) => of[column].toFixed(0))]);
  return ['', ...alignColumns([['milliseconds', 'count', 'p50', 'p95', 'longest'], ...rows], [1, 2, 3, 4])];
}

export interface SearchFigures {
  readonly all: Times;
  readonly kinds: readonly Times[];
  /** These searches missed the intended claim, without saying that there is more. */
  readonly missed: readonly InventedSearch[];
  /** The number of searches with a look-up that took too long. */
  readonly partial: number;
}

export async function measureSearches(tab: ConsoleTab, searches: readonly InventedSearch[]): Promise<SearchFigures> {
  const asked = await askEach(searches, ({ words }) => tab.post<SearchAnswer>('/search', { q: words }));
  const isMissed = ({ claimNumber }: InventedSearch, { claims, hasMoreClaims, isPartial }: SearchAnswer) =>
    claimNumber !== undefined && !isPartial && !hasMoreClaims && !claims.some(({ number }) => number === claimNumber);
  const ofKinds = searchKinds.map((kind) =>
    timesOf(kind, asked.filter(({ thing }) => thing.kind === kind).map(millisecondsOf)),
  );
  return {
    all: timesOf('searches', asked.map(millisecondsOf)),
    kinds: ofKinds.filter(({ count }) => count > 0),
    missed: asked.filter(({ thing, body }) => isMissed(thing, body)).map(({ thing }) => thing),
    partial: asked.filter(({ body }) => body.isPartial).length,
  };
}

/** People look at lists with these addresses. */
const lists = [
  '',
  'sort=filed',
  'sort=name',
  'sort=-amount',
  'sort=number',
  'form=tpp',
  'state=California',
  'late=yes',
  'documents-missing=yes',
  'language=es',
  'form=individual&status=waiting-documents&sort=name',
  'duplicate=yes',
  'machine=yes',
  'channel=no-script',
  'amount-from=5000&sort=-amount',
  'state=Wyoming&form=tpp',
  'filed-from=2025-06-01&filed-to=2025-06-02',
  'form=individual',
];

/** Makes requests for these lists, each with its next two pages. */
export async function listPaths(tab: ConsoleTab): Promise<string[]> {
  const paths: string[] = [];
  for (const list of lists) {
    let query = list;
    for (let page = 0; page < 3; page += 1) {
      const path = `/claims${query === '' ? '' : `?${query}`}`;
      paths.push(path);
      const { body } = await tab.get<{ readonly next?: string }>(path);
      if (body.next === undefined) break;
      query = `${list === '' ? '' : `${list}&`}after=${body.next}`;
    }
  }
  return paths;
}
