import type { ClaimForm, DocumentsItem } from '@redress/forms/definition';
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { DocumentsField } from '../uploads/uploads-field.tsx';
import type { DocumentList, RefusedFile } from '../uploads/upload-list.ts';
import { isSameFile } from '../uploads/upload-list.ts';
import type { Filing, Phase } from './claim-submission.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadMessages } from '../messages/upload-en.ts';
import { LeftDocuments } from '../uploads/upload-progress.tsx';
import type { PendingDocument } from '../uploads/pending-uploads.ts';
import type { Sender } from '../uploads/uploader.ts';
import { SentRow } from '../uploads/sent-row.tsx';
import { useSaid } from '../uploads/use-announcement.ts';
import { mediumDate } from '../dates/format-date.ts';

interface Props {
  readonly phase: Extract<Phase, { name: 'filed' }>;
  readonly form: ClaimForm;
  readonly documents: DocumentList | undefined;
  readonly sender: Sender | undefined;
  readonly filing: Filing;
  readonly messages: FormMessages;
  readonly uploadMessages: UploadMessages;
  readonly timeZone: string;
  readonly onAnother: () => void;
}
/** The same where the form takes documents. */
type WithDocuments = Props & {
  readonly list: DocumentList;
  readonly sender: Sender;
  /** For a button that goes away with its row: the focus is not to be lost with it. */
  readonly focusHeading: () => void;
};

/** There is a claim: its number from the moment it exists, its documents on their way, and what can be done. */
export function FiledPanel(props: Props) {
  const { phase, form, documents: list, sender, filing, messages, uploadMessages } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const focusHeading = () => heading.current?.focus();
  useEffect(focusHeading, [phase.documents]);
  const explanation = {
    sending: uploadMessages.uploading,
    incomplete: uploadMessages.incomplete,
    missing: uploadMessages.addMore,
    settled: messages.filing.filed(mediumDate(phase.claim.dateCreated, props.timeZone, messages.language)),
  }[phase.documents];
  return (
    <section className="receipt" aria-labelledby="filed-heading">
      <h2 id="filed-heading" ref={heading} tabIndex={-1}>
        {phase.documents === 'settled' ? messages.filing.filedHeading : messages.filing.numberHeading}
      </h2>
      <p className="hint">{messages.filing.number}</p>
      <p className="reference">
        {form.referencePrefix}
        {phase.claim.claimNumber}
      </p>
      <p role="status">{explanation}</p>
      {phase.documents === 'missing' && list && sender && <Missing {...props} {...{ list, sender, focusHeading }} />}
      {(phase.documents === 'sending' || phase.documents === 'incomplete') && list && sender && (
        <Progress {...props} {...{ list, sender, focusHeading }} />
      )}
      {phase.documents !== 'sending' && (
        <div className="form-end">
          {phase.documents === 'missing' && list && sender && (
            <SendButton {...props} {...{ list, sender, focusHeading }} />
          )}
          <button
            type="button"
            className={phase.documents === 'settled' ? 'button' : 'button quiet'}
            onClick={() => filing.goOn(phase.claim)}
          >
            {phase.documents === 'settled' ? messages.filing.see : messages.filing.goOn}
          </button>
          {phase.documents === 'settled' && (
            <button type="button" className="button quiet" onClick={props.onAnother}>
              {messages.filing.another}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Progress({ phase, list, sender, filing, messages, uploadMessages, focusHeading }: WithDocuments) {
  const documents = useDocuments(list);
  const said = useSaid(documents, uploadMessages);
  const retry = phase.documents === 'incomplete' ? () => void filing.sendDocuments() : undefined;
  return (
    <>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <ul className="files" aria-label={messages.documents.list}>
        {documents.map((document) => (
          <SentRow
            key={document.id}
            {...{ document, messages, uploadMessages }}
            onRetry={retry}
            onDrop={() => {
              sender.drop(phase.claim.claimNumber, document.file);
              focusHeading();
            }}
          />
        ))}
      </ul>
    </>
  );
}

/** The page was left before all documents arrived: which they are, as far as this tab knows, and how to go on. */
function Missing({ phase, form, list, sender, filing, messages, uploadMessages, focusHeading }: WithDocuments) {
  const { claimNumber } = phase.claim;
  const documents = useDocuments(list);
  const [left, setLeft] = useState<readonly PendingDocument[]>([]);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const look = useCallback(() => setLeft(sender.readLeft(claimNumber)), [sender, claimNumber]);

  useEffect(() => {
    look();
    const knewSome = sender.readLeft(claimNumber).length > 0;
    void sender.askForLeft(claimNumber).then((found) => {
      setRefused(found);
      look();
      // All that was on its way has arrived meanwhile: nothing is left to ask.
      if (knewSome && found.length === 0 && sender.readLeft(claimNumber).length === 0) void filing.sendDocuments();
    });
  }, [sender, claimNumber, filing, look]);

  // Choosing the file that stopped is all that is asked: it goes on at once.
  const isBack = documents.some(({ file }) => left.some((one) => isSameFile(one, file)));
  useEffect(() => {
    if (isBack) void filing.sendDocuments();
  }, [isBack, filing]);

  return (
    <>
      <LeftDocuments
        {...{ left, refused, uploadMessages }}
        chosen={documents}
        onDrop={(document) => {
          sender.drop(claimNumber, document);
          look();
          focusHeading();
        }}
      />
      <DocumentsField item={documentsItem(form)} list={list} messages={messages} />
    </>
  );
}

function SendButton({ phase, list, sender, filing, uploadMessages }: WithDocuments) {
  const some = useDocuments(list).length > 0;
  const send = () => {
    sender.replaceUnbegun(phase.claim.claimNumber);
    void filing.sendDocuments();
  };
  return (
    <button type="button" className="button" disabled={!some} onClick={send}>
      {uploadMessages.send}
    </button>
  );
}

const useDocuments = (list: DocumentList) => useSyncExternalStore(list.subscribe, list.documents, list.documents);

function documentsItem(form: ClaimForm): DocumentsItem {
  const item = form.sections
    .flatMap((section) => section.items)
    .find((one): one is DocumentsItem => one.kind === 'documents');
  if (!item) throw new Error(`The form ${form.id} has no documents item`);
  return item;
}
