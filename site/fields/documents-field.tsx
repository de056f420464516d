import type { DocumentsItem } from '@redress/forms/definition';
import { useRef, useState, useSyncExternalStore } from 'react';
import type { DragEvent } from 'react';
import type { DocumentList, RefusedFile } from '../filing/document-list.ts';
import { endings, megabytes } from '../filing/document-list.ts';
import type { Texts } from '../texts/en.ts';
import { DocumentRow } from './document-row.tsx';
import { controlId } from './field-props.ts';

/** Documents chosen with the browser's dialog or dropped here, several at a time; each can be removed by its name. */
export function DocumentsField({
  item,
  list,
  texts,
  due = [],
}: {
  readonly item: DocumentsItem;
  readonly list: DocumentList;
  readonly texts: Texts;
  /** Why documents are due: a warning while there are none, never a wall. */
  readonly due?: readonly string[];
}) {
  const documents = useSyncExternalStore(list.subscribe, list.documents, list.documents);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [said, setSaid] = useState('');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const id = controlId(item.name);
  const words = texts.documents;

  const add = (files: readonly File[]) => {
    const left = list.add(files);
    setRefused(left);
    if (files.length > left.length) setSaid(words.added(files.length - left.length));
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const remove = (name: string, documentId: number) => {
    list.remove(documentId);
    setSaid(words.removed(name));
    // The button that had the focus is gone: give it to the way to add another.
    input.current?.focus();
  };

  return (
    <div className="field documents">
      <label htmlFor={id}>
        {item.label} {due.length === 0 && <span className="optional">{texts.optional}</span>}
      </label>
      {/* Dropping is a convenience for the mouse: the input inside does the same by keyboard and by touch. */}
      <div
        className={over ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        <span className="drop-words">{words.drop}</span>
        <span className="file-button">
          <input
            ref={input}
            id={id}
            type="file"
            multiple
            accept={endings(item.types).join(',')}
            aria-describedby={`${id}-hint`}
            onChange={(event) => {
              add([...(event.currentTarget.files ?? [])]);
              event.currentTarget.value = '';
            }}
          />
        </span>
        <p className="hint" id={`${id}-hint`}>
          {words.rules(
            item.types.map((type) => type.toUpperCase()).join(', '),
            item.maxFiles,
            megabytes(item.maxBytes),
          )}
        </p>
      </div>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {documents.length === 0 && due.length > 0 && (
        <div className="note warn">
          {due.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          <p>{words.dueLater}</p>
        </div>
      )}
      {refused.length > 0 && (
        <div className="note bad" role="alert">
          <p>{words.refused}</p>
          <ul>
            {refused.map((file) => (
              <li key={`${file.name} ${file.message}`}>
                <strong>{file.name}</strong> {file.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {documents.length > 0 && (
        <ul className="files" aria-label={words.list}>
          {documents.map((document) => (
            <DocumentRow
              key={document.id}
              document={document}
              texts={texts}
              onRemove={() => remove(document.file.name, document.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}
