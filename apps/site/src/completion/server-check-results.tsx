import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import type { CompletionMessages } from '../messages/completion-messages.ts';
import { languageHeader, receiptTokenHeader } from '@redress/contract/http-headers';
import { type ReactNode, useEffect, useState } from 'react';
import { isObject } from '../browser/read-responses.ts';
import { readReceiptToken } from '../browser/storage.ts';

interface Props {
  readonly checks: DataChecks;
  readonly messages: CompletionMessages;
}

/** The progress of the checks in a sentence, for screen readers too; nothing without data files. */
export function DataCheckProgress(
  props: Props & {
    readonly timedOut: boolean;
    /** Renders the page again, for browsers without JavaScript. */
    readonly reload: ReactNode;
  },
) {
  const { checks, messages, timedOut, reload } = props;
  const { files } = checks;
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  const faulty = files.filter(isFaulty).length;
  if (files.length === 0) return null;
  const checked = messages.checked(files.length);
  const done = faulty === 0 ? checked : `${checked} ${messages.faulty(faulty, files.length)}`;
  return (
    <>
      <p>{waiting === 0 ? done : timedOut ? messages.gaveUp : messages.checking(waiting)}</p>
      {waiting > 0 && <noscript>{reload}</noscript>}
    </>
  );
}

export function DataCheckResults({ checks, messages }: Props) {
  const { files, review, mending } = checks;
  if (files.length === 0) return null;
  return (
    <section className="data-checks" aria-labelledby="data-checks-heading">
      <h2 id="data-checks-heading">{messages.dataFiles}</h2>
      {files.map((file, index) => (
        // Names can repeat; the list never changes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`data-check ${isFaulty(file) ? 'faulty' : file.state}`}>
          <h3>{file.name}</h3>
          <p>{file.message}</p>
          {file.findings.length > 0 && (
            <ul>
              {file.findings.map(({ title, count, mend }) => (
                <li key={title}>
                  <strong>{`${title} (${count.toLocaleString('en-US')})`}</strong>
                  <br />
                  <span>{mend}</span>
                </li>
              ))}
            </ul>
          )}
        </div>
      ))}
      {review.length > 0 && (
        <div className="data-check">
          <h3>{messages.together}</h3>
          <ul>
            {review.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {mending !== undefined && <p>{mending}</p>}
    </section>
  );
}

const isFaulty = ({ state, errors = 0 }: DataCheck) => state === 'unreadable' || errors > 0;

/** Delays between polls; the last one repeats. */
const pollDelaysMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/** After this long, the claimant has left the page; the receipt lists the results. */
const maxPollingMs = 30 * 60_000;
const timeoutMs = 30_000;

/**
 * Polls a claim's checks until they are complete or time out, starting with the rendered ones.
 * `hasFailed` is set when a request gets no checks.
 */
export function useDataChecks(
  claimNumber: string | undefined,
  rendered: DataChecks | undefined,
  /** Present on the server's page; otherwise it is in the tab's storage. */
  token: string | undefined,
) {
  const [checks, setChecks] = useState(rendered);
  const [timedOut, setTimedOut] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  useEffect(() => {
    if (claimNumber === undefined || (rendered && !isWaiting(rendered))) return undefined;
    const unmounted = new AbortController();
    void poll({ claimNumber, token }, unmounted.signal, setChecks, () => setHasFailed(true)).then((isComplete) => {
      if (!isComplete && !unmounted.signal.aborted) setTimedOut(true);
    });
    return () => unmounted.abort();
  }, [claimNumber, rendered, token]);
  return { checks, timedOut, hasFailed };
}

const isWaiting = ({ files }: DataChecks): boolean => files.some(({ state }) => state === 'waiting');

interface CheckedClaim {
  readonly claimNumber: string;
  readonly token: string | undefined;
}

/** Returns false if checks are still running after `maxPollingMs`, or `signal` aborts. */
async function poll(
  claim: CheckedClaim,
  signal: AbortSignal,
  onChecks: (checks: DataChecks) => void,
  onFailure: () => void,
): Promise<boolean> {
  const start = Date.now();
  for (let polls = 0; Date.now() - start < maxPollingMs; polls += 1) {
    const result = await fetchChecks(claim);
    if (signal.aborted) return false;
    if (result === 'forbidden' || result === 'unavailable') onFailure();
    if (result === 'forbidden') return true;
    if (result !== 'unavailable') {
      onChecks(result);
      if (!isWaiting(result)) return true;
    }
    const delay = pollDelaysMs[Math.min(polls, pollDelaysMs.length - 1)];
    await new Promise((resolve) => setTimeout(resolve, delay));
    if (signal.aborted) return false;
  }
  return false;
}

/** `unavailable`: a later request may succeed. `forbidden`: this browser did not file the claim. */
async function fetchChecks({ claimNumber, token }: CheckedClaim): Promise<DataChecks | 'unavailable' | 'forbidden'> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(), timeoutMs);
  try {
    const response = await fetch(`/api/claims/${encodeURIComponent(claimNumber)}/data-checks`, {
      headers: {
        accept: 'application/json',
        [languageHeader]: document.documentElement.lang,
        [receiptTokenHeader]: token ?? readReceiptToken(claimNumber) ?? '',
      },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: timeout.signal,
    });
    if (response.status >= 500 || response.status === 429) return 'unavailable';
    if (!response.ok) return 'forbidden';
    const body: unknown = await response.json();
    return isDataChecks(body) ? body : 'unavailable';
  } catch {
    return 'unavailable';
  } finally {
    clearTimeout(timer);
  }
}

/** Enough to recognize the response of a captive portal or another intermediary. */
function isDataChecks(body: unknown): body is DataChecks {
  return (
    isObject(body) &&
    typeof body['late'] === 'boolean' &&
    typeof body['documents'] === 'number' &&
    isObject(body['status']) &&
    Array.isArray(body['files']) &&
    Array.isArray(body['review'])
  );
}
