import type { CompletePage } from '@redress/contract/manifest';
import type { ClaimReceipt } from '@redress/contract/session';
import { useEffect, useState } from 'react';
import { readClaimant } from '../filing/stored.ts';
import type { Texts } from '../texts/en.ts';
import { mediumDate } from '../widgets/dates.ts';

export interface CompleteIslandProps {
  readonly page: CompletePage;
  readonly timeZone: string;
  readonly texts: Texts;
}

/** The confirmation of the claim that this browser filed last. */
export function CompleteIsland({ page, timeZone, texts }: CompleteIslandProps) {
  // `undefined` until the browser's storage was read, `null` when it holds no claim.
  const [claim, setClaim] = useState<ClaimReceipt | null>();
  useEffect(() => setClaim(readClaimant() ?? null), []);

  if (claim === undefined) return <p role="status">{texts.complete.loading}</p>;
  if (claim === null) {
    return (
      <section className="receipt">
        <h1>{texts.complete.none}</h1>
        <p>{texts.complete.noneHint}</p>
        <a className="button" href={page.start}>
          {texts.complete.start}
        </a>
      </section>
    );
  }
  return (
    <section className="receipt">
      <h1>{page.texts.heading}</h1>
      <p>{page.texts.printHint}</p>
      <dl>
        <dt>{texts.complete.number}</dt>
        <dd className="reference">
          {page.referencePrefix}
          {claim.claimNumber}
        </dd>
        <dt>{texts.complete.received}</dt>
        <dd>
          <time dateTime={claim.dateCreated}>{mediumDate(claim.dateCreated, timeZone, texts.language)}</time>
        </dd>
      </dl>
      <p>
        <a href={`/api/claims/${claim.claimNumber}/receipt.pdf`}>{page.texts.receipt}</a>
      </p>
      <p>{page.texts.payment}</p>
      <div className="form-end">
        <button type="button" className="button" onClick={() => print()}>
          {texts.complete.print}
        </button>
        <a className="button quiet" href="/">
          {page.texts.exit}
        </a>
      </div>
    </section>
  );
}
