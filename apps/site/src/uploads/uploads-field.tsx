import type { ClaimForm, DocumentsItem, DueDocuments } from '@redress/forms/definition';
import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { DragEvent } from 'react';
import type { DocumentList, RefusedFile } from './upload-list.ts';
import { isDataFile } from './upload-list.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { DocumentRow } from './upload-row.tsx';
import { FieldErrors } from '../fields/field-frame.tsx';
import { dataRulesOf, rulesOf } from './upload-rules.ts';
import { DocumentsLabel, DueNote, fileInputAttributes } from './uploads-field-parts.tsx';
import { controlId } from '../fields/field-props.ts';
import { useDataKinds } from './use-data-kinds.ts';
import { useReady } from '../fields/use-ready.ts';

/**
 * Documents chosen with the browser's dialog or dropped here, several at a time; each can be removed by its name. Without script the input
 * holds them, and they travel with the form. Data files are checked here as soon as they are chosen, where the field stands on its form.
 */
export function DocumentsField({
  item,
  list,
  messages,
  due = noneDue,
  errors = [],
  checkedFor,
}: {
  readonly item: DocumentsItem;
  readonly list: DocumentList;
  readonly messages: FormMessages;
  /** Why documents are due: a warning while there are none, never a wall. */
  readonly due?: readonly DueDocuments[];
  /** Why documents that came with a post were refused. */
  readonly errors?: readonly string[];
  /** What data files are compared with. Without it they are not checked. */
  readonly checkedFor?: { readonly store: FormStore; readonly form: ClaimForm };
}) {
  const documents = useSyncExternalStore(list.subscribe, list.documents, list.documents);
  const [refused, setRefused] = useState<readonly RefusedFile[]>([]);
  const [said, setSaid] = useState('');
  const [over, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const ready = useReady();
  const id = controlId(item.name);
  const { documents: labels } = messages;
  const room = useSyncExternalStore(list.subscribe, list.dataChecker, list.dataChecker);
  const checks = useMemo(() => documents.flatMap(({ check }) => check ?? []), [documents]);
  const kinds = useDataKinds(checks);
  const stillDue = due.filter(({ data }) => (data ? !kinds.includes(data) : documents.length === 0));
  const dataRules = dataRulesOf(item, messages);

  const add = (files: readonly File[]) => {
    const left = list.add(files);
    setRefused(left);
    if (checkedFor) void list.checkData();
    if (files.length > left.length) setSaid(labels.added(files.length - left.length));
  };
  const takeFromInput = () => {
    if (!input.current?.files?.length) return;
    add([...input.current.files]);
    input.current.value = '';
  };
  // What was chosen before the script ran is taken up, not lost.
  const takeEarly = useEffectEvent(takeFromInput);
  useEffect(() => takeEarly(), []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    add([...event.dataTransfer.files]);
  };
  const remove = (name: string, documentId: number) => {
    list.remove(documentId);
    setSaid(labels.removed(name));
    // The button that had the focus is gone: give it to the way to add another.
    input.current?.focus();
  };

  return (
    <div className={errors.length > 0 ? 'field documents bad' : 'field documents'}>
      <DocumentsLabel item={item} messages={messages} due={due} />
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
        <span className={ready ? 'drop-label' : 'drop-label with-script'}>{labels.drop}</span>
        <span className="file-button">
          <input
            {...fileInputAttributes(item, errors)}
            ref={input}
            // The list below says what was chosen, once there is one.
            className={ready ? 'listed' : undefined}
            onChange={takeFromInput}
          />
        </span>
        <p className="hint" id={`${id}-hint`}>
          {rulesOf(item, messages)}
          {dataRules !== undefined && <span className={ready ? undefined : 'with-script'}>{dataRules}</span>}
        </p>
      </div>
      <FieldErrors name={item.name} errors={errors} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <DueNote due={stillDue} messages={messages} />
      {refused.length > 0 && (
        <div className="note bad" role="alert">
          <p>{labels.refused}</p>
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
        <ul className="files" aria-label={labels.list}>
          {documents.map((document) => {
            const onRemove = () => remove(document.file.name, document.id);
            return (
              <DocumentRow key={document.id} document={document} messages={messages} onRemove={onRemove}>
                {checkedFor && document.check && typeof room === 'object' && (
                  <div className="file-check">
                    <room.Panel {...checkedFor} check={document.check} onRemove={onRemove} />
                  </div>
                )}
              </DocumentRow>
            );
          })}
        </ul>
      )}
      {checkedFor && room === 'failed' && documents.some(({ file }) => isDataFile(file, item)) && (
        <p className="note" role="status">
          {labels.checkedLater}
        </p>
      )}
      {checkedFor && checks.length > 0 && typeof room === 'object' && <room.Review {...checkedFor} checks={checks} />}
    </div>
  );
}

const noneDue: readonly DueDocuments[] = [];
