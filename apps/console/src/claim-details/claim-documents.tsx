import { documentSourceLabels } from '@redress/contract/console/claim-labels';
import type { ClaimDocument, ClaimDetails } from '@redress/contract/console/claim-details';
import { formatMoney } from '@redress/contract/console/format-figure';
import { formatDay as formatCourtDay } from '@redress/contract/language';
import { Suspense, useState } from 'react';
import { useCan } from '../api/use-session.ts';
import { AddDocument } from './add-document.tsx';
import { documentAddress } from './claim-queries.ts';
import { DataReports } from './data-reports.tsx';
import { Button } from '../ui/button.tsx';
import { formatCounted } from '../ui/format.ts';
import { formatSize } from './format-size.ts';
import { scanLabels, typeLabels } from './messages.ts';
import { Section } from './section.tsx';
import { useMoments } from '../ui/moments.ts';
import { useShortcuts } from '../ui/use-shortcuts.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { StateBadge } from '../ui/status-badge.tsx';

/** The scripts of pdf.js load with the first preview. */
const DocumentPreview = lazyPart(async () => (await import('./document-preview.tsx')).DocumentPreview);

/** Lists the claim documents with their states, to download or to preview. */
export function ClaimDocuments(props: {
  readonly claim: ClaimDetails;
  readonly isWide: boolean;
  readonly onWide: (isWide: boolean) => void;
  /** Set for people who don't change the claim: second reviewers and approvers. */
  readonly isReadOnly?: boolean;
}) {
  const { claim, isWide, onWide, isReadOnly = claim.hidden === 'cluster-sample' } = props;
  const seesDocuments = useCan('answers', claim.caseId);
  const mayAdd = useCan('decide', claim.caseId) && claim.status !== 'purged' && !isReadOnly;
  const [isAdding, setAdding] = useState(false);
  const [shownId, setShownId] = useState<string>();
  const shown = claim.documents.find(({ id, previewable }) => id === shownId && previewable);
  const close = () => {
    document.querySelector<HTMLElement>(`#show-${shownId}`)?.focus();
    setShownId(undefined);
    onWide(false);
  };
  const shows = seesDocuments ? claim.documents.filter((each) => each.previewable && isReleased(each)) : [];
  // The key goes through the documents in order, then closes the last one.
  const showNext = () => {
    const next = shows[shows.findIndex(({ id }) => id === shownId) + 1];
    if (next) setShownId(next.id);
    else close();
  };
  const step = (by: 1 | -1) => {
    const next = shows[shows.findIndex(({ id }) => id === shownId) + by];
    if (next) setShownId(next.id);
  };
  useShortcuts(shows.length > 0 ? { v: showNext, ...(shown && { '[': () => step(-1), ']': () => step(1) }) } : {});
  return (
    <Section id="documents" title="Documents">
      {claim.documents.length === 0 && (
        <p>{claim.status === 'purged' ? 'The documents were deleted.' : 'No documents received.'}</p>
      )}
      <ul className="entries">
        {claim.documents.map((document) => (
          <Document
            key={document.id}
            number={claim.number}
            document={document}
            isShown={document.id === shownId}
            isNext={document === shows[shows.findIndex(({ id }) => id === shownId) + 1]}
            seesDocuments={seesDocuments}
            onShow={() => (document.id === shownId ? close() : setShownId(document.id))}
          />
        ))}
      </ul>
      {mayAdd && <Button onClick={() => setAdding(true)}>Add a document</Button>}
      {isAdding && <AddDocument claim={claim} onClose={() => setAdding(false)} />}
      {shown && (
        <Suspense fallback={<p className="loading">Loading …</p>}>
          <DocumentPreview
            key={shown.id}
            number={claim.number}
            document={shown}
            isWide={isWide}
            onWide={onWide}
            onClose={close}
            onStep={step}
          />
        </Suspense>
      )}
      {!seesDocuments && claim.documents.length > 0 && (
        <p className="soft">Your role shows which documents arrived, but not their contents.</p>
      )}
      {seesDocuments && claim.documents.some(({ data }) => data !== null && data.state !== 'waiting') && (
        <DataReports number={claim.number} />
      )}
    </Section>
  );
}

/** A document opens only if a scan found it clean, or no scanner is configured. */
const isReleased = ({ scan }: ClaimDocument): boolean => scan === 'clean' || scan === 'not-configured';

function Document(props: {
  readonly number: string;
  readonly document: ClaimDocument;
  readonly isShown: boolean;
  /** The key that opens the preview. */
  readonly isNext: boolean;
  readonly seesDocuments: boolean;
  readonly onShow: () => void;
}) {
  const { number, document, isShown, isNext, seesDocuments, onShow } = props;
  const { id, type, size, received, scan } = document;
  const { formatDay, formatMoment } = useMoments();
  const name = document.name ?? typeLabels[type] ?? type;
  const { added } = document;
  const receivedOn = added && formatCourtDay(added.receivedOn, 'en', { dateStyle: 'medium' });
  const addedOn = formatDay(received) === receivedOn ? '' : ` ${formatDay(received)}`;
  const arrival = added
    ? `${documentSourceLabels[added.source].toLowerCase()} on ${receivedOn}`
    : formatMoment(received);
  const given = document.givenName === null ? '' : `. Sent as “${document.givenName}”`;
  return (
    <li>
      <p className="row claim-document">
        <strong>{name}</strong>
        <StateBadge tone={isReleased(document) ? (scan === 'clean' ? 'good' : 'past') : 'warn'}>
          {scanLabels[scan]}
        </StateBadge>
        {document.keepsMetadata && <span className="tag tag-warn">Picture metadata was kept</span>}
      </p>
      <p className="soft">{`${typeLabels[type] ?? type}, ${formatSize(size)}, received ${arrival}${given}`}</p>
      {added && (
        <p className="soft">
          {`Added${addedOn} by ${added.by}`}
          {added.reason !== null && (
            <>
              : <bdi>{added.reason}</bdi>
            </>
          )}
        </p>
      )}
      {document.data && <p>{describeData(document.data)}</p>}
      {seesDocuments && isReleased(document) && (
        <p className="actions">
          {document.previewable ? (
            <Button
              id={`show-${id}`}
              aria-expanded={isShown}
              aria-keyshortcuts={isNext ? 'v' : undefined}
              onClick={onShow}
            >
              {isShown ? 'Hide' : 'Show'} <span className="visually-hidden">{name}</span>
              {isNext && <kbd aria-hidden="true">v</kbd>}
            </Button>
          ) : (
            <span className="soft">No preview for this file type.</span>
          )}
          <a className="button" href={documentAddress(number, id)} download>
            Download <span className="visually-hidden">{name}</span>
          </a>
        </p>
      )}
    </li>
  );
}

function describeData({ state, rows, errors, amount }: NonNullable<ClaimDocument['data']>): string {
  switch (state) {
    case 'waiting':
      return 'The data is being checked.';
    case 'no-data':
      return 'This file doesn’t appear to contain purchase or membership data.';
    case 'unreadable':
      return 'The data could not be read.';
    case 'failed':
      return 'The data check failed.';
    case 'checked': {
      const total = amount === undefined ? '' : `, ${formatMoney(amount)} counted`;
      return `Data: ${formatCounted(rows ?? 0, 'row')}, ${formatCounted(errors ?? 0, 'error')}${total}.`;
    }
  }
}
