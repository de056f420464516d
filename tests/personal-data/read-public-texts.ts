import { readFile } from 'node:fs/promises';
import pg from 'pg';
import type { Exchange } from './record-exchanges.ts';
import type { PublicText } from './find-personal-data.ts';

interface Traces {
  /** The output of the server and its commands. */
  readonly serverLog: string;
  readonly databaseLog: string;
  /** A line of JSON for each exchange (record-exchanges.ts). */
  readonly exchanges: string;
  readonly connectionString: string;
}

/**
 * Everything a run leaves behind that must not contain personal data. Throws when a part of it is
 * missing.
 */
export async function readPublicTexts(traces: Traces): Promise<PublicText[]> {
  const [serverLog, databaseLog, exchanges] = await Promise.all(
    [traces.serverLog, traces.databaseLog, traces.exchanges].map((path) => readFile(path, 'utf8')),
  );
  const parse: (line: string) => Exchange = JSON.parse;
  const read = (exchanges ?? '').split('\n').filter(Boolean).map(parse);
  if (serverLog === undefined || databaseLog === undefined || !serverLog.includes('"route"'))
    throw new Error('The run has left no log behind: it cannot be looked through');
  if (!read.some(({ problem }) => problem !== ''))
    throw new Error('The run has left no address and no error message behind: they cannot be looked through');
  return [
    { place: 'the log of the server', text: serverLog },
    { place: 'the log of the database', text: databaseLog },
    {
      place: 'an address',
      text: distinct(
        read
          .flatMap(({ url, location }) => [url, location])
          .map(withoutSearchWords)
          .map(withoutClaimNumber),
      ),
    },
    { place: 'a referrer', text: distinct(read.map(({ referer }) => withoutClaimNumber(referer))) },
    { place: 'an error message', text: distinct(read.map(({ problem }) => messageOf(problem))) },
    ...(await readTables(traces.connectionString)),
  ];
}

/**
 * A claim number or a Notice ID alone gives access to nothing. The API uses the one in
 * `/claims/N/…` and `?claimnumber=N`, and the console the other in `/members/N`. Anywhere else in a
 * URL it counts.
 */
function withoutClaimNumber(address: string): string {
  return decode(address)
    .replace(/(\/claims\/|[?&]claimnumber=)\d{10}(?=[/?&]|$)/g, '$1')
    .replace(/(\/console\/members\/)\d{9}(?=[/?]|$)/g, '$1');
}

/**
 * Addresses contain the words of the console's search boxes, so that a search can be reloaded and
 * opened in another tab. The server logs no queries.
 */
function withoutSearchWords(address: string): string {
  return address.replace(/^(\/(?:api\/)?console\/(?:search|members)\?(?:.*&)?q=)[^&]*/, '$1');
}

/** Decoded. Malformed encoding stays as it is. */
function decode(address: string): string {
  try {
    return decodeURIComponent(address.replaceAll('+', ' '));
  } catch {
    return address;
  }
}

/**
 * A problem without the parts that only the claimant sees: their own claim, and the names of their
 * files.
 */
function messageOf(problem: string): string {
  if (problem === '') return '';
  const parse: (json: string) => Record<string, unknown> = JSON.parse;
  const { claim: _claim, files: _files, ...message } = parse(problem);
  return JSON.stringify(message);
}

const distinct = (texts: readonly string[]): string => [...new Set(texts)].join('\n');

/** Records about claims and jobs that outlive the personal data. */
async function readTables(connectionString: string): Promise<PublicText[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const read = async (place: string, statement: string) => {
      const { rows } = await client.query<{ text: string | null }>(statement);
      return { place, text: distinct(rows.map(({ text }) => text ?? '')) };
    };
    return [
      // A record is found by its own number; another number would be a leak.
      await read(
        'the history of a claim',
        `select distinct replace(details::text, number, '') as text from claim_history join claims on claims.id = claim_id`,
      ),
      await read(
        'the history of a record',
        `select distinct record_kind || ' ' || record_id || ' ' || details::text as text from record_history`,
      ),
      // Reads name claims, and nothing else of a claimant.
      await read(
        'the access log',
        `select distinct regexp_replace(
           concat_ws(' ', subject, reason, array_to_string(result_ids, ' ')), '\\mclaim \\d{10}\\M', '', 'g'
         ) as text from access_log`,
      ),
      await read(
        'the errors of jobs',
        `select last_error as text from receipt_outbox union select last_error from uploads union select scan_last_error from claim_documents
         union select last_error from data_checks union select last_error from periodic_jobs`,
      ),
    ];
  } finally {
    await client.end();
  }
}
