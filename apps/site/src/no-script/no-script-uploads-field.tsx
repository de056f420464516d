import { postedNames, postedSearch, writeAction, writeKept } from '@redress/contract/form-post';
import type { KeptDocument } from '@redress/contract/page-renderer';
import type { DocumentsItem, DueDocuments } from '@redress/forms/definition';
import type { Texts } from '../messages/en.ts';
import { DocumentsLabel, DueNote, fileInputAttributes } from '../uploads/uploads-field-parts.tsx';
import { rulesOf } from '../uploads/upload-rules.ts';
import { Messages } from '../form/fields/field-frame.tsx';
import { controlId } from '../form/fields/field-props.ts';
import { formatSize } from '../uploads/format-size.ts';

/**
 * Documents of a form that the browser posts by itself: those that the server keeps for it, each with a button that has it forgotten and a
 * field by which the server sees that it was listed, and the input for more.
 */
export function PostedDocumentsField(props: {
  readonly item: DocumentsItem;
  readonly kept: readonly KeptDocument[];
  readonly texts: Texts;
  readonly due: readonly DueDocuments[];
  readonly messages: readonly string[];
}) {
  const { item, kept, texts, due, messages } = props;
  const id = controlId(item.name);
  const words = texts.documents;
  return (
    <div className={messages.length > 0 ? 'field documents bad' : 'field documents'}>
      <DocumentsLabel item={item} texts={texts} due={due} />
      <div className="drop">
        <span className="file-button">
          <input {...fileInputAttributes(item, messages)} />
        </span>
        <p className="hint" id={`${id}-hint`}>
          {rulesOf(item, texts)}
        </p>
      </div>
      <Messages name={item.name} messages={messages} />
      {kept.length === 0 && <DueNote due={due} texts={texts} />}
      {kept.length > 0 && (
        <>
          <p className="hint">{words.kept}</p>
          <ul className="files" aria-label={words.list}>
            {kept.map((document) => (
              <li className="file" key={document.id}>
                <input type="hidden" name={`${postedNames.kept}${document.id}`} value={writeKept(document)} />
                <span className="file-name">
                  {document.name} <span className="optional">{formatSize(document.size)}</span>
                </span>
                <button
                  type="submit"
                  name={postedNames.action}
                  value={writeAction({ name: 'remove-document', id: document.id })}
                  formAction={`${postedSearch}#${id}`}
                  className="link-button"
                  aria-label={words.removeNamed(document.name)}
                >
                  {words.remove}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
