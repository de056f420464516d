import { outcomeId } from '@redress/contract/no-script-form';
import type { ClaimReceipt } from '@redress/contract/session';
import { useEffect, useState } from 'react';
import { completeNativeSubmission, readClaimant, storeClaimant } from '../browser/storage.ts';
import { type CompletionMessages, completionMessages } from '../messages/completion-messages.ts';
import { DataCheckResults, DataCheckProgress, useDataChecks } from './server-check-results.tsx';
import { MissingDocuments } from './missing-documents.tsx';
import { mediumDate } from '../dates/format-date.ts';
import type { CompleteIslandData } from '../islands/island-data.ts';

export const renderCompletionIsland = (data: CompleteIslandData) => <CompletionIsland {...data} />;

/** Confirms the claim that the server names, or the last one that this browser filed. */
export function CompletionIsland({ page, timeZone, home, claim: named }: CompleteIslandData) {
  const language = page.language ?? 'en';
  const messages = completionMessages[language];
  const known = named && 'dateCreated' in named ? named : undefined;
  // Undefined until the browser's storage was read; null if it has no claim.
  const [stored, setStored] = useState<ClaimReceipt | null>();
  useEffect(() => {
    if (known) {
      storeClaimant(known);
      completeNativeSubmission(known.formId, known);
    }
    setStored(readClaimant() ?? null);
  }, [known]);

  const claim = named ?? stored;
  const { checks, timedOut } = useDataChecks(claim?.claimNumber, known?.dataChecks);
  if (claim === undefined) {
    return (
      <>
        <p role="status" className="loading">
          {messages.loading}
        </p>
        <noscript>
          <NoClaim start={page.start} messages={messages} />
        </noscript>
      </>
    );
  }
  if (claim === null) return <NoClaim start={page.start} messages={messages} />;
  const received = (named ? known : stored)?.dateCreated;
  const status = checks ?? known;
  return (
    <section className="receipt">
      <h1 id={outcomeId} tabIndex={-1}>
        {page.messages.heading}
      </h1>
      <p>{page.messages.printHint}</p>
      <dl>
        <dt>{messages.number}</dt>
        <dd className="reference">{page.referencePrefix + claim.claimNumber}</dd>
        {received !== undefined && (
          <>
            <dt>{messages.received}</dt>
            <dd>
              <time dateTime={received}>{mediumDate(received, timeZone, language)}</time>
            </dd>
          </>
        )}
      </dl>
      {status?.late && <p>{messages.late}</p>}
      {status && status.documents > 0 && <p>{messages.documents(status.documents)}</p>}
      <MissingDocuments claimNumber={claim.claimNumber} messages={messages} />
      {/* Rendered before its text, so that screen readers announce it. */}
      <div role="status">{checks && <DataCheckProgress checks={checks} timedOut={timedOut} messages={messages} />}</div>
      {checks && <DataCheckResults checks={checks} messages={messages} />}
      <p>
        <a href={`/api/claims/${claim.claimNumber}/receipt.pdf`}>{page.messages.receipt}</a>
      </p>
      <p>{page.messages.payment}</p>
      <div className="form-end">
        {/* Printing needs the script. */}
        <button
          type="button"
          className={stored === undefined ? 'button with-script' : 'button'}
          onClick={() => print()}
        >
          {messages.print}
        </button>
        <a className="button quiet" href={home}>
          {page.messages.exit}
        </a>
      </div>
    </section>
  );
}

function NoClaim({ start, messages }: { readonly start: string; readonly messages: CompletionMessages }) {
  return (
    <section className="receipt">
      <h1>{messages.none}</h1>
      <p>{messages.noneHint}</p>
      <a className="button" href={start}>
        {messages.start}
      </a>
    </section>
  );
}
