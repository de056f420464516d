import { outcomeId } from '@redress/contract/form-post';
import type { FiledClaimView } from '@redress/contract/page-drawer';
import type { ClaimReceipt } from '@redress/contract/session';
import { useEffect, useState } from 'react';
import { readClaimant, settlePosted, storeClaimant } from '../filing/stored.ts';
import type { Texts } from '../texts/en.ts';
import { mediumDate } from '../widgets/dates.ts';
import type { CompleteIslandData } from './island-data.ts';

export interface CompleteIslandProps extends CompleteIslandData {
  readonly texts: Texts;
}

/** The confirmation of the claim that this browser filed last, or of the one that the server names. */
export function CompleteIsland({ page, timeZone, home, claim: named, texts }: CompleteIslandProps) {
  // `undefined` until the browser's storage was read, `null` when it holds no claim.
  const [stored, setStored] = useState<ClaimReceipt | null>();
  useEffect(() => {
    if (named) {
      storeClaimant(named);
      settlePosted(named);
    }
    setStored(readClaimant() ?? null);
  }, [named]);

  const claim = named ?? stored;
  if (claim === undefined) {
    return (
      <>
        <p role="status" className="loading">
          {texts.complete.loading}
        </p>
        <noscript>
          <NoClaim start={page.start} texts={texts} />
        </noscript>
      </>
    );
  }
  if (claim === null) return <NoClaim start={page.start} texts={texts} />;
  return (
    <section className="receipt">
      <h1 id={outcomeId} tabIndex={-1}>
        {page.texts.heading}
      </h1>
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
      {named && <WhatCame claim={named} texts={texts} />}
      <p>
        <a href={`/api/claims/${claim.claimNumber}/receipt.pdf`}>{page.texts.receipt}</a>
      </p>
      <p>{page.texts.payment}</p>
      <div className="form-end">
        {/* Until the browser's storage was read there is no script to print with. */}
        <button
          type="button"
          className={stored === undefined ? 'button with-script' : 'button'}
          onClick={() => print()}
        >
          {texts.complete.print}
        </button>
        <a className="button quiet" href={home}>
          {page.texts.exit}
        </a>
      </div>
    </section>
  );
}

function WhatCame({ claim, texts }: { readonly claim: FiledClaimView; readonly texts: Texts }) {
  return (
    <>
      {claim.late && <p>{texts.complete.late}</p>}
      {claim.documents > 0 && <p>{texts.complete.documents(claim.documents)}</p>}
    </>
  );
}

function NoClaim({ start, texts }: { readonly start: string; readonly texts: Texts }) {
  return (
    <section className="receipt">
      <h1>{texts.complete.none}</h1>
      <p>{texts.complete.noneHint}</p>
      <a className="button" href={start}>
        {texts.complete.start}
      </a>
    </section>
  );
}
