import type { ClaimForm, DocumentsItem } from '@redress/forms/definition';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { DocumentRow } from '../fields/document-row.tsx';
import { DocumentsField } from '../fields/documents-field.tsx';
import type { DocumentList } from '../filing/document-list.ts';
import type { Filing, Phase } from '../filing/filing.ts';
import type { Texts } from '../texts/en.ts';
import { mediumDate } from './dates.ts';

/** There is a claim: its number from the moment it exists, its documents on their way, and what can be done. */
export function FiledPanel(props: {
  readonly phase: Extract<Phase, { name: 'filed' }>;
  readonly form: ClaimForm;
  readonly documents: DocumentList | undefined;
  readonly filing: Filing;
  readonly texts: Texts;
  readonly timeZone: string;
  readonly onAnother: () => void;
}) {
  const { phase, form, documents, filing, texts } = props;
  const words = texts.filing;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [phase.documents]);
  const explanation = {
    sending: words.uploading,
    incomplete: words.incomplete,
    missing: words.addMore,
    settled: words.filed(mediumDate(phase.claim.dateCreated, props.timeZone, texts.language)),
  }[phase.documents];
  return (
    <section className="receipt" aria-labelledby="filed-heading">
      <h2 id="filed-heading" ref={heading} tabIndex={-1}>
        {phase.documents === 'settled' ? words.filedHeading : words.numberHeading}
      </h2>
      <p className="hint">{words.number}</p>
      <p className="reference">
        {form.referencePrefix}
        {phase.claim.claimNumber}
      </p>
      <p role="status">{explanation}</p>
      {phase.documents === 'missing' && documents && (
        <DocumentsField item={documentsItem(form)} list={documents} texts={texts} />
      )}
      {(phase.documents === 'sending' || phase.documents === 'incomplete') && documents && (
        <Progress list={documents} texts={texts} filing={filing} mayChange={phase.documents === 'incomplete'} />
      )}
      {phase.documents !== 'sending' && (
        <div className="form-end">
          {phase.documents === 'missing' && documents && <SendButton list={documents} filing={filing} texts={texts} />}
          <button
            type="button"
            className={phase.documents === 'settled' ? 'button' : 'button quiet'}
            onClick={() => filing.goOn(phase.claim)}
          >
            {phase.documents === 'settled' ? words.see : words.goOn}
          </button>
          {phase.documents === 'settled' && (
            <button type="button" className="button quiet" onClick={props.onAnother}>
              {words.another}
            </button>
          )}
        </div>
      )}
    </section>
  );
}

function Progress(props: {
  readonly list: DocumentList;
  readonly filing: Filing;
  readonly texts: Texts;
  readonly mayChange: boolean;
}) {
  const { list, filing, texts, mayChange } = props;
  const documents = useDocuments(list);
  return (
    <ul className="files" aria-label={texts.documents.list}>
      {documents.map((document) => (
        <DocumentRow
          key={document.id}
          document={document}
          texts={texts}
          {...(mayChange
            ? { onRetry: () => void filing.sendDocuments(), onRemove: () => list.remove(document.id) }
            : {})}
        />
      ))}
    </ul>
  );
}

function SendButton({
  list,
  filing,
  texts,
}: {
  readonly list: DocumentList;
  readonly filing: Filing;
  readonly texts: Texts;
}) {
  const some = useDocuments(list).length > 0;
  return (
    <button type="button" className="button" disabled={!some} onClick={() => void filing.sendDocuments()}>
      {texts.filing.send}
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
