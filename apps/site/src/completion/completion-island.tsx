import { outcomeId } from '@redress/contract/no-script-form';
import type { Language } from '@redress/contract/language';
import type { ClaimReceipt } from '@redress/contract/session';
import { useEffect, useRef, useState } from 'react';
import {
  completeNativeSubmission,
  holdsClaim,
  readClaimant,
  readMissingDocuments,
  readReceiptToken,
  readSubmission,
  storeClaimant,
  storeReceiptToken,
} from '../browser/storage.ts';
import { receiptRequestMessages } from '../messages/receipt-request-messages.ts';
import { ReceiptButton } from '../receipt/receipt-button.tsx';
import { ReceiptRequestForm } from '../receipt/receipt-request-form.tsx';
import { RemoveLink } from '../shared-computer/remove-link.tsx';
import { type CompletionMessages, completionMessages } from '../messages/completion-messages.ts';
import { ClaimNotices, NextSteps, SuccessMark } from './claim-details.tsx';
import { DataCheckProgress, DataCheckResults, useDataChecks } from './server-check-results.tsx';
import { LoggedInNote } from '../login/logged-in-note.tsx';
import { longDate } from '../dates/format-date.ts';
import { setFallback } from '../islands/fallback.ts';
import type { CompleteIslandData } from '../islands/island-data.ts';
import { readPending } from '../uploads/pending-uploads.ts';
import { GroupedReference } from '../ui/grouped-reference.tsx';

export function renderCompletionIsland(data: CompleteIslandData) {
  setFallback(completionMessages[data.page.language ?? 'en'].failed);
  return <CompletionIsland {...data} />;
}

/** Confirms the claim that the server names, or the last one filed in this browser. */
export function CompletionIsland(props: CompleteIslandData) {
  const { page, timeZone, home, receiptPath, statusPath, logOutPath, forms, claim: named, code } = props;
  const language = page.language ?? 'en';
  const messages = completionMessages[language];
  const known = named && 'dateCreated' in named ? named : undefined;
  // Undefined until the browser's storage was read; null if it has no claim.
  const [stored, setStored] = useState<ClaimReceipt | null>();
  useEffect(() => {
    if (named) storeReceiptToken(named.claimNumber, named.receiptToken);
    if (known) {
      storeClaimant(known);
      completeNativeSubmission(known.formId, known);
      // Back and reload find the claim in the tab's storage. The address contains a code.
      if (holdsClaim(known)) history.replaceState(history.state, '', page.path);
    }
    // A form that was open before an update kept the claim elsewhere, but also with its submission.
    const submitted = forms.map(({ id }) => readSubmission(id)?.claim).find((claim) => claim !== undefined);
    setStored(readClaimant() ?? submitted ?? null);
  }, [named, known, page, forms]);

  const claim = named ?? stored;
  const { checks, timedOut, hasFailed } = useDataChecks(claim?.claimNumber, known?.dataChecks, named?.receiptToken);
  const answer = checks ?? known;
  const status = answer?.status;
  // The page may show a claim of any form. Without the server, this tab may know which form it was.
  const filed = forms.find(({ id }) =>
    known ? known.formId === id : stored && readSubmission(id)?.claim?.claimNumber === stored.claimNumber,
  );
  // The page was built with the website's caption.
  useEffect(() => {
    const caption = document.querySelector('.caption');
    if (caption && filed?.caption !== undefined) {
      caption.textContent = filed.caption;
      caption.removeAttribute('lang');
    }
  }, [filed]);
  const noClaim = <NoClaim start={page.start} {...{ language, receiptPath, code, messages }} />;
  if (claim === undefined || (claim && !named && !status && !filed && !hasFailed)) {
    return (
      <>
        <p role="status" className="loading">
          {messages.loading}
        </p>
        <noscript>{noClaim}</noscript>
      </>
    );
  }
  if (claim === null) return noClaim;
  const { referencePrefix } = filed ?? page;
  const reference = status?.reference ?? referencePrefix + claim.claimNumber;
  setFallback(`${messages.number}: ${reference}`);
  const received = (named ? known : stored)?.dateCreated;
  const { claimNumber } = claim;
  const receipt = { path: receiptPath, claimNumber, token: named?.receiptToken ?? readReceiptToken(claimNumber) };
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
          <dt>{messages.number}</dt>
          <ReferenceNumber reference={reference} messages={messages} canCopy={stored !== undefined} />
        </div>
        {received !== undefined && (
          <div>
            <dt>{messages.received}</dt>
            <dd>
              {/* Browsers abbreviate months differently. */}
              <time dateTime={received} suppressHydrationWarning>
                {longDate(received, timeZone, language)}
              </time>
            </dd>
          </div>
        )}
      </dl>
      <MissingDocuments claimNumber={claim.claimNumber} messages={messages} />
      {answer && <ClaimNotices status={answer.status} documents={answer.documents} messages={messages} />}
      {/* Rendered before its text is set, so that screen readers announce it. */}
      <div role="status">
        {HAS_DATA_FILES && checks && (
          <DataCheckProgress
            {...{ checks, timedOut, messages }}
            reload={<ReceiptButton {...receipt} label={messages.reload} opensPage />}
          />
        )}
      </div>
      {HAS_DATA_FILES && checks && <DataCheckResults checks={checks} messages={messages} />}
      <ReceiptButton {...receipt} label={page.messages.receipt} className="button" />
      {status ? <NextSteps status={status} messages={messages} /> : <p>{page.messages.payment}</p>}
      <p>
        <a href={statusPath}>{messages.seeStatus}</a>
      </p>
      <div className="form-end">
        {/* Printing needs the script. */}
        <button
          type="button"
          className={stored === undefined ? 'button quiet with-script' : 'button quiet'}
          onClick={() => print()}
        >
          {messages.print}
        </button>
        <a className="button quiet" href={home}>
          {page.messages.exit}
        </a>
      </div>
      {HAS_LOGIN && <LoggedInNote isAfterLogin path={logOutPath} messages={messages} />}
      <RemoveLink path={logOutPath} language={language} label={messages.sharedComputer} unfinished="filed" />
    </section>
  );
}

function NoClaim(props: {
  readonly start: string;
  readonly language: Language;
  readonly receiptPath: string;
  readonly code: string | undefined;
  readonly messages: CompletionMessages;
}) {
  const { start, language, receiptPath, code, messages } = props;
  if (code !== undefined) return <Locked {...{ language, receiptPath, code }} />;
  return (
    <section className="receipt">
      <h1>{messages.none}</h1>
      <p>{messages.noneHint}</p>
      <p>
        <a href={receiptPath}>{messages.getReceipt}</a>
      </p>
      <a className="button" href={start}>
        {messages.start}
      </a>
    </section>
  );
}

/** The address of a claim that was filed here without JavaScript and opened again. */
function Locked(props: { readonly language: Language; readonly receiptPath: string; readonly code: string }) {
  const { language, receiptPath, code } = props;
  const { unlock, unlockHint } = receiptRequestMessages[language];
  return (
    <section className="receipt">
      <h1>{unlock}</h1>
      <p>{unlockHint}</p>
      <ReceiptRequestForm {...{ language }} path={receiptPath} request={{ reference: '', code, missing: [] }} />
    </section>
  );
}

/** The documents that have not arrived, with a link to the page that can still send them. */
function MissingDocuments(props: { readonly claimNumber: string; readonly messages: CompletionMessages }) {
  const { claimNumber, messages } = props;
  const [missing, setMissing] = useState<{ readonly path: string; readonly names: readonly string[] }>();
  useEffect(() => {
    const found = readMissingDocuments(claimNumber);
    setMissing(found && { path: found.path, names: readPending(claimNumber).map(({ name }) => name) });
  }, [claimNumber]);
  if (!missing) return null;
  return (
    <div className="note warn">
      <p>{messages.missing}</p>
      {missing.names.length > 0 && (
        <ul>
          {missing.names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      )}
      <p>
        <a className="button quiet" href={missing.path}>
          {messages.sendMissing}
        </a>
      </p>
    </div>
  );
}

interface Props {
  readonly reference: string;
  readonly messages: CompletionMessages;
  /** Whether the script runs, because copying needs it. */
  readonly canCopy: boolean;
}

/** The number, with a button that copies it. */
function ReferenceNumber({ reference, messages, canCopy }: Props) {
  const number = useRef<HTMLElement>(null);
  const [result, setResult] = useState<'copied' | 'selected'>();
  async function copy() {
    setResult(undefined);
    const isCopied = await copyText(reference, number.current);
    setResult(isCopied ? 'copied' : 'selected');
  }
  return (
    <>
      <dd className="reference" ref={number}>
        <GroupedReference reference={reference} />
      </dd>
      <dd className={canCopy ? 'copy' : 'copy with-script'}>
        <button type="button" className="button quiet" onClick={() => void copy()}>
          {messages.copy}
        </button>
        <span aria-live="polite">{result && messages[result]}</span>
      </dd>
    </>
  );
}

/** Selects the number if the browser does not allow copying. */
async function copyText(text: string, element: HTMLElement | null): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // The page has no permission, or no HTTPS.
  }
  if (!element) return false;
  getSelection()?.selectAllChildren(element);
  try {
    // oxlint-disable-next-line typescript/no-deprecated -- works where `navigator.clipboard` does not
    return document.execCommand('copy');
  } catch {
    return false;
  }
}
