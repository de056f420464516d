import { type DragEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { controlId, FieldErrors } from '../fields/field-frame.tsx';
import { useHydrated, useStoreValue } from '../fields/field-hooks.ts';
import {
  describeDataFileRules,
  describeUploadRules,
  FileName,
  fileInputAttributes,
  UploadsDueNote,
  type UploadsFieldProps,
  UploadsLabel,
} from './uploads-field-parts.tsx';

/**
 * Lets a claimant choose, drop and remove files. Without JavaScript, the form submits the input's
 * files.
 */
export function UploadsField(props: UploadsFieldProps) {
  const { item, list, messages, due = [], errors = [], checkedFor, chosenFiles } = props;
  const uploads = useStoreValue(list, list.uploads);
  /** The number of added files, or what was removed. */
  const [status, setStatus] = useState<number | string>(0);
  const [isDragOver, setIsDragOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const hydrated = useHydrated();
  const id = controlId(item.name);
  const { documents: labels } = messages;
  const dataRules = describeDataFileRules(item, messages);

  const add = async (files: readonly File[]) => {
    const adding = list.add(files);
    if (checkedFor) void list.checkData();
    // Screen readers announce a text only when it changes, and each photo comes alone.
    setStatus(0);
    setStatus(await adding);
  };
  const addFrom = (control: HTMLInputElement | null) => {
    if (!control?.files?.length) return;
    void add([...control.files]);
    control.value = '';
  };
  // Adds the files that were chosen before hydration.
  const addEarlyFiles = useEffectEvent(() => addFrom(input.current));
  useEffect(() => addEarlyFiles(), []);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsDragOver(false);
    void add([...event.dataTransfer.files]);
  };
  const onRemoved = (announcement: string) => {
    setStatus(announcement);
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
            onChange={(event) => addFrom(event.currentTarget)}
          />
        </span>
        {hydrated && item.types.includes('jpg') && hasTouchScreen() && (
          <label className="button quiet camera">
            <span>{labels.takePhoto}</span>
            <input
              type="file"
              accept="image/*"
              capture="environment"
              onChange={(event) => addFrom(event.currentTarget)}
            />
          </label>
        )}
        <p className="hint" id={`${id}-hint`}>
          <span>{describeUploadRules(item, messages)}</span>
          {dataRules !== undefined && <span className={hydrated ? undefined : 'with-script'}>{dataRules}</span>}
        </p>
      </div>
      <FieldErrors name={item.name} errors={errors} />
      <p className="visually-hidden" role="status">
        {typeof status === 'number' ? chosenFiles?.uploadMessages.added(status) : status}
      </p>
      {chosenFiles ? (
        <chosenFiles.ChosenFiles {...props} {...{ due, onRemoved }} uploadMessages={chosenFiles.uploadMessages} />
      ) : (
        <>
          <UploadsDueNote due={due.filter(({ data }) => data ?? uploads.length === 0)} messages={messages} />
          {uploads.map(({ id: uploadId, file }) => (
            <p key={uploadId}>
              <FileName name={file.name} size={file.size} />
            </p>
          ))}
        </>
      )}
    </div>
  );
}

/** Phones and tablets can photograph documents. */
const hasTouchScreen = () => matchMedia('(pointer: coarse)').matches;
