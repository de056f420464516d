import type { TableKind } from '@redress/datafiles/rules';
import type { ClaimForm, DocumentsItem, DueDocuments } from '@redress/forms/definition';
import type { DragEvent } from 'react';
import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { DataCheck } from '../data-check/data-check.ts';
import { controlId, FieldErrors } from '../fields/field-frame.tsx';
import { useHydrated, useStoreValue } from '../fields/field-hooks.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import { LinkButton } from '../ui/link-button.tsx';
import { type RejectedFile, type UploadList, isDataFile } from './upload-list.ts';
import {
  describeDataFileRules,
  describeUploadRules,
  FileName,
  fileInputAttributes,
  UploadsDueNote,
  UploadsLabel,
} from './uploads-field-parts.tsx';

/** Lets a claimant choose, drop and remove files. Without script the form submits the input's. */
export function UploadsField({
  item,
  list,
  messages,
  due = noneDue,
  errors = [],
  checkedFor,
}: {
  readonly item: DocumentsItem;
  readonly list: UploadList;
  readonly messages: FormMessages;
  readonly due?: readonly DueDocuments[];
  /** Why the server rejected files. */
  readonly errors?: readonly string[];
  /** With it, data files are checked at once and compared with these answers. */
  readonly checkedFor?: { readonly store: FormStore; readonly form: ClaimForm };
}) {
  const uploads = useStoreValue(list, list.uploads);
  const [rejected, setRejected] = useState<readonly RejectedFile[]>([]);
  const [announcement, setAnnouncement] = useState('');
  const [isDragOver, setIsDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const id = controlId(item.name);
  const { documents: labels } = messages;
  const checker = useStoreValue(list, list.dataChecker);
  const checks = useMemo(() => uploads.flatMap(({ check }) => check ?? []), [uploads]);
  const dataKinds = useDataKinds(checks);
  const stillDue = due.filter(({ data }) => (data ? !dataKinds.includes(data) : uploads.length === 0));
  const dataRules = describeDataFileRules(item, messages);

  const add = (files: readonly File[]) => {
    const notAdded = list.add(files);
    setRejected(notAdded);
    if (checkedFor) void list.checkData();
    if (files.length > notAdded.length) setAnnouncement(labels.added(files.length - notAdded.length));
  };
  const addFromInput = () => {
    if (!input.current?.files?.length) return;
    add([...input.current.files]);
    input.current.value = '';
  };
  // Adds the files that were chosen before hydration.
  const addEarlyFiles = useEffectEvent(addFromInput);
  useEffect(() => addEarlyFiles(), []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    add([...event.dataTransfer.files]);
  };
  const remove = (name: string, uploadId: number) => {
    list.remove(uploadId);
    setAnnouncement(labels.removed(name));
    // The focused button is gone.
    input.current?.focus();
  };

  return (
    <div className={errors.length > 0 ? 'field documents bad' : 'field documents'}>
      <UploadsLabel item={item} messages={messages} due={due} />
      {/* Dropping is for the mouse; the input inside works with keyboard and touch too. */}
      <div
        className={isDragOver ? 'drop over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setIsDragOver(true);
        }}
        onDragLeave={() => setIsDragOver(false)}
        onDrop={onDrop}
      >
        <span className={hydrated ? 'drop-label' : 'drop-label with-script'}>{labels.drop}</span>
        <span className="file-button">
          <input
            {...fileInputAttributes(item, errors)}
            ref={input}
            // The list below shows the chosen files.
            className={hydrated ? 'listed' : undefined}
            onChange={addFromInput}
          />
        </span>
        <p className="hint" id={`${id}-hint`}>
          {describeUploadRules(item, messages)}
          {dataRules !== undefined && <span className={hydrated ? undefined : 'with-script'}>{dataRules}</span>}
        </p>
      </div>
      <FieldErrors name={item.name} errors={errors} />
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <UploadsDueNote due={stillDue} messages={messages} />
      {rejected.length > 0 && (
        <div className="note bad" role="alert">
          <p>{labels.rejected}</p>
          <ul>
            {rejected.map((file) => (
              <li key={`${file.name} ${file.message}`}>
                <strong>{file.name}</strong> {file.message}
              </li>
            ))}
          </ul>
        </div>
      )}
      {uploads.length > 0 && (
        <ul className="files" aria-label={labels.list}>
          {uploads.map(({ id: uploadId, file, check }) => {
            const onRemove = () => remove(file.name, uploadId);
            return (
              <li className="file" key={uploadId}>
                <FileName name={file.name} size={file.size} />
                <span className="file-actions">
                  <LinkButton label={labels.removeNamed(file.name)} text={labels.remove} onClick={onRemove} />
                </span>
                {checkedFor && check && typeof checker === 'object' && (
                  <div className="file-check">
                    <checker.Panel {...checkedFor} check={check} onRemove={onRemove} />
                  </div>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {checkedFor && checker === 'failed' && uploads.some(({ file }) => isDataFile(file, item)) && (
        <p className="note" role="status">
          {labels.checkedLater}
        </p>
      )}
      {checkedFor && checks.length > 0 && typeof checker === 'object' && (
        <checker.Review {...checkedFor} checks={checks} />
      )}
    </div>
  );
}

const noneDue: readonly DueDocuments[] = [];

// Not `tableKinds` of `datafiles`, which the first load does not include.
const kinds: readonly TableKind[] = ['purchases', 'membership'];

function useDataKinds(checks: readonly DataCheck[]): readonly TableKind[] {
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscriptions = checks.map((check) => check.subscribe(listener));
      return () => subscriptions.forEach((unsubscribe) => unsubscribe());
    },
    [checks],
  );
  // A string, because a snapshot must stay equal until something changes.
  const getKinds = () => kinds.filter((kind) => checks.some((check) => hasData(check, kind))).join(' ');
  const found = useSyncExternalStore(subscribe, getKinds, () => '');
  return kinds.filter((kind) => found.includes(kind));
}

function hasData(check: DataCheck, kind: TableKind): boolean {
  const state = check.state();
  return state.name === 'checked' && state.result.outcome === 'checked' && state.result.report[kind] !== undefined;
}
