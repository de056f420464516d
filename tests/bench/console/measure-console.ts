import type { SearchAnswer } from '@redress/contract/console/search';
import type { ConsoleTab } from '../../setup/console.ts';
import { median, percentile } from '../figures.ts';
import { type InventedSearch, type SearchKind, searchKinds } from './search-mix.ts';

/** People who search or open screens at the same time. */
const people = 4;

export interface Times {
  readonly what: string;
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly max: number;
}

/** Times of requests of several people at the same time. Every answer must be a 200. */
export async function measureRequests(
  what: string,
  tab: ConsoleTab,
  paths: readonly string[],
  onAnswer: (index: number, text: string) => void = () => {},
): Promise<Times> {
  const times: number[] = [];
  let next = 0;
  const work = async () => {
    for (let index = next++; index < paths.length; index = next++) {
      const path = paths[index] ?? '';
      const begun = performance.now();
      const { status, text } = await tab.get(path);
      times.push(performance.now() - begun);
      if (status !== 200) throw new Error(`${path} was answered with ${status}: ${text}`);
      onAnswer(index, text);
    }
  };
  await Promise.all(Array.from({ length: people }, work));
  return timesOf(what, times);
}

export function timesOf(what: string, times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    what,
    count: times.length,
    p50: median(sorted),
    p95: percentile(sorted, 0.95),
    max: sorted.at(-1) ?? Number.NaN,
  };
}

/** The lines of a table with these times. */
export function formatTimes(times: readonly Times[]): string[] {
  const cell = (value: number) => value.toFixed(0).padStart(9);
  return [
    '',
    `${'milliseconds'.padEnd(28)}${['count', 'p50', 'p95', 'longest'].map((name) => name.padStart(9)).join('')}`,
    ...times.map(({ what, count, p50, p95, max }) => `${what.padEnd(28)}${[count, p50, p95, max].map(cell).join('')}`),
  ];
}

export interface SearchFigures {
  readonly all: Times;
  readonly kinds: readonly Times[];
  /** Searches that did not lead to the claim that was meant, without saying that there is more. */
  readonly missed: readonly InventedSearch[];
  /** Searches with a look-up that took too long. */
  readonly partial: number;
}

export async function measureSearches(tab: ConsoleTab, searches: readonly InventedSearch[]): Promise<SearchFigures> {
  const times: { readonly kind: SearchKind; readonly milliseconds: number }[] = [];
  const missed: InventedSearch[] = [];
  let partial = 0;
  let next = 0;
  const parse: (json: string) => SearchAnswer = JSON.parse;
  const work = async () => {
    for (let search = searches[next++]; search; search = searches[next++]) {
      const begun = performance.now();
      const { status, text } = await tab.post('/search', { q: search.words });
      times.push({ kind: search.kind, milliseconds: performance.now() - begun });
      if (status !== 200) throw new Error(`The search for ${search.words} was answered with ${status}: ${text}`);
      const { claims, hasMoreClaims, isPartial } = parse(text);
      if (isPartial) partial += 1;
      else if (search.claimNumber !== undefined && !hasMoreClaims)
        if (!claims.some((claim) => claim.number === search.claimNumber)) missed.push(search);
    }
  };
  await Promise.all(Array.from({ length: people }, work));
  const all = timesOf(
    'searches',
    times.map(({ milliseconds }) => milliseconds),
  );
  const kinds = searchKinds.map((kind) =>
    timesOf(
      kind,
      times.filter((each) => each.kind === kind).map(({ milliseconds }) => milliseconds),
    ),
  );
  return { all, kinds: kinds.filter(({ count }) => count > 0), missed, partial };
}

/** The addresses of lists that people look at. */
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

/** Requests for these lists, each with its next two pages. */
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
