import type { DataCheck, DataChecks } from '@redress/contract/data-checks';
import type { CompletionMessages } from '../messages/completion-messages.ts';
import { languageHeader } from '@redress/contract/http-headers';
import { useEffect, useState } from 'react';
import { isObject } from '../browser/read-responses.ts';

interface Props {
  readonly checks: DataChecks;
  readonly messages: CompletionMessages;
}

/** How far the check of a claim's data files is, in a sentence; nothing where there are none. It stands in a place that is read aloud. */
export function ProgressOfChecks({ checks, messages, gaveUp }: Props & { readonly gaveUp: boolean }) {
  const { files } = checks;
  const waiting = files.filter(({ state }) => state === 'waiting').length;
  const faulty = files.filter(isFaulty).length;
  if (files.length === 0) return null;
  const done = faulty === 0 ? messages.checked : `${messages.checked} ${messages.faulty(faulty, files.length)}`;
  return (
    <>
      <p>{waiting === 0 ? done : gaveUp ? messages.gaveUp : messages.checking(waiting)}</p>
      {waiting > 0 && (
        <noscript>
          <p>{messages.reload}</p>
        </noscript>
      )}
    </>
  );
}

/** What came of each data file of a claim, and of all together. */
export function DataChecksOfClaim({ checks, messages }: Props) {
  const { files, review, mending } = checks;
  if (files.length === 0) return null;
  return (
    <section className="data-checks" aria-labelledby="data-checks-heading">
      <h2 id="data-checks-heading">{messages.dataFiles}</h2>
      {files.map((file, index) => (
        // Two files may have one name; none comes or goes.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className={`data-check ${isFaulty(file) ? 'faulty' : file.state}`}>
          <h3>{file.name}</h3>
          <p>{file.message}</p>
          {file.findings.length > 0 && (
            <ul>
              {file.findings.map(({ title, count, mend }) => (
                <li key={title}>
                  <strong>
                    {title} ({count.toLocaleString('en-US')})
                  </strong>
                  <br />
                  {mend}
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

/** Something in it does not count as it stands. */
const isFaulty = ({ state, errors = 0 }: DataCheck) => state === 'unreadable' || errors > 0;

/** After each answer that says that something is still being checked; the last one goes on. */
const pausesMs = [1_000, 2_000, 4_000, 8_000, 15_000];
/** After so long nobody looks at the page any more; the receipt tells the rest. */
const patienceMs = 30 * 60_000;
/** A line that does not answer is asked again. */
const answerMs = 30_000;

export interface KnownChecks {
  /** What is known by now; `undefined` before the first answer, and where the server tells this browser nothing. */
  readonly checks: DataChecks | undefined;
  /** Something was still being checked when asking ended. */
  readonly gaveUp: boolean;
}

/** Asks what came of a claim until everything is checked. `told`: what the server drew the page with. */
export function useDataChecks(claimNumber: string | undefined, told: DataChecks | undefined): KnownChecks {
  const [checks, setChecks] = useState(told);
  const [gaveUp, setGaveUp] = useState(false);
  useEffect(() => {
    if (claimNumber === undefined || (told && !isWaiting(told))) return undefined;
    const left = new AbortController();
    void ask(claimNumber, left.signal, setChecks).then((ended) => {
      if (ended === 'waiting') setGaveUp(true);
    });
    return () => left.abort();
  }, [claimNumber, told]);
  return { checks, gaveUp };
}

const isWaiting = ({ files }: DataChecks): boolean => files.some(({ state }) => state === 'waiting');

async function ask(
  claimNumber: string,
  left: AbortSignal,
  onAnswer: (checks: DataChecks) => void,
): Promise<'left' | 'done' | 'waiting'> {
  const since = Date.now();
  for (let turn = 0; Date.now() - since < patienceMs; turn += 1) {
    const answer = await fetchChecks(claimNumber);
    if (left.aborted) return 'left';
    if (answer === 'refused') return 'done';
    if (answer !== 'away') {
      onAnswer(answer);
      if (!isWaiting(answer)) return 'done';
    }
    await new Promise((resolve) => setTimeout(resolve, pausesMs[Math.min(turn, pausesMs.length - 1)]));
    if (left.aborted) return 'left';
  }
  return 'waiting';
}

/** `away`: no answer, or one that may be another the next time. `refused`: this browser did not file the claim. */
async function fetchChecks(claimNumber: string): Promise<DataChecks | 'away' | 'refused'> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), answerMs);
  try {
    const response = await fetch(`/api/claims/${encodeURIComponent(claimNumber)}/data-checks`, {
      headers: { accept: 'application/json', [languageHeader]: document.documentElement.lang },
      credentials: 'same-origin',
      cache: 'no-store',
      signal: patience.signal,
    });
    if (response.status >= 500 || response.status === 429) return 'away';
    if (!response.ok) return 'refused';
    const body: unknown = await response.json();
    return isDataChecks(body) ? body : 'away';
  } catch {
    return 'away';
  } finally {
    clearTimeout(timer);
  }
}

/** Enough to tell our answer from that of something between, such as a captive portal. */
function isDataChecks(body: unknown): body is DataChecks {
  return (
    isObject(body) &&
    typeof body['late'] === 'boolean' &&
    typeof body['documents'] === 'number' &&
    Array.isArray(body['files']) &&
    Array.isArray(body['review'])
  );
}
