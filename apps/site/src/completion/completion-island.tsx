import { outcomeId } from '@redress/contract/no-script-form';
import type { ClaimReceipt } from '@redress/contract/session';
import { useEffect, useState } from 'react';
import { completeNativeSubmission, readClaimant, readSubmission, storeClaimant } from '../browser/storage.ts';
import { type CompletionMessages, completionMessages } from '../messages/completion-messages.ts';
import { ClaimNotices, NextSteps, SuccessMark } from './claim-details.tsx';
import { ReferenceNumber } from './reference-number.tsx';
import { DataCheckResults, DataCheckProgress, useDataChecks } from './server-check-results.tsx';
import { MissingDocuments } from './missing-documents.tsx';
import { mediumDate } from '../dates/format-date.ts';
import type { CompleteIslandData } from '../islands/island-data.ts';

export const renderCompletionIsland = (data: CompleteIslandData) => <CompletionIsland {...data} />;

/** Confirms the claim that the server names, or the last one that this browser filed. */
export function CompletionIsland({ page, timeZone, home, forms, claim: named }: CompleteIslandData) {
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
  const { checks, timedOut, hasFailed } = useDataChecks(claim?.claimNumber, known?.dataChecks);
  const answer = checks ?? known;
  const status = answer?.status;
  // Any form's claim may be opened here. Without the server, this tab may know which form it was.
  const filed = forms.find(({ id }) => stored && readSubmission(id)?.claim?.claimNumber === stored.claimNumber);
  const reference = status?.reference ?? (filed && claim ? filed.referencePrefix + claim.claimNumber : undefined);
  if (claim === undefined || (claim && !named && reference === undefined && !hasFailed)) {
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
  return (
    <section className="receipt">
      <div className="thanks">
        <SuccessMark />
        <h1 id={outcomeId} tabIndex={-1}>
          {page.messages.heading}
        </h1>
      </div>
      {status && <p className="lead">{messages.filed(status.settlement)}</p>}
      <p>{page.messages.printHint}</p>
      <dl>
        <div>
          <dt>{reference === undefined ? messages.claimNumber : messages.number}</dt>
          <ReferenceNumber
            reference={reference ?? claim.claimNumber}
            messages={messages}
            canCopy={stored !== undefined}
          />
        </div>
        {received !== undefined && (
          <div>
            <dt>{messages.received}</dt>
            <dd>
              {/* Browsers differ in abbreviated months. */}
              <time dateTime={received} suppressHydrationWarning>
                {mediumDate(received, timeZone, language)}
              </time>
            </dd>
          </div>
        )}
      </dl>
      <MissingDocuments claimNumber={claim.claimNumber} messages={messages} />
      {answer && <ClaimNotices status={answer.status} documents={answer.documents} messages={messages} />}
      {/* Rendered before its text, so that screen readers announce it. */}
      <div role="status">{checks && <DataCheckProgress checks={checks} timedOut={timedOut} messages={messages} />}</div>
      {checks && <DataCheckResults checks={checks} messages={messages} />}
      <p>
        <a href={`/api/claims/${claim.claimNumber}/receipt.pdf`}>{page.messages.receipt}</a>
      </p>
      {status ? <NextSteps status={status} messages={messages} /> : <p>{page.messages.payment}</p>}
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
