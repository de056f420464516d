import { actionAttributes, noScriptSearch } from '@redress/contract/no-script-form';
import type { RowsField as Definition, TypedField } from '@redress/forms/definition';
import { formatMoney } from '@redress/forms/format-money';
import { numbersAndDates } from '@redress/forms/numbers-and-days-if-used';
import { memo, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';
import { type RowList, type Table, createRowList, parseTable } from './row-list.ts';
import { type FieldProps, controlAttributes, controlId, FieldErrors, isRequired } from './field-frame.tsx';
import { useFieldErrors, useStoreValue } from './field-hooks.ts';
import { useAdvice } from './load-advice.ts';
import { tidyTyped } from '@redress/forms/clean-typed-answers';
import { inputModes } from './typed-field.tsx';

interface Status {
  readonly text: string;
  readonly isWarning?: boolean;
}

/** Takes pasted spreadsheet cells too. Without JavaScript its buttons submit the form. */
export function RowsField({ field, store, messages }: FieldProps<Definition>) {
  const [list] = useState(() => createRowList(store, field));
  const ids = useStoreValue(list, list.ids);
  const errors = useFieldErrors(store, field.name);
  const [status, setStatus] = useState<Status>();
  const addButton = useRef<HTMLButtonElement>(null);
  const focusNext = useRef<string>(undefined);
  const id = controlId(field.name);
  const labels = messages.rows;
  const isFull = ids.length >= field.atMost.rows;

  // A layout effect, so that the next key press already reaches the focused cell.
  useLayoutEffect(() => {
    if (focusNext.current !== undefined) document.getElementById(focusNext.current)?.focus();
    focusNext.current = undefined;
  }, [ids]);

  // At once, because the note moves what is below it, and the focus may be there with the next key.
  // Screen readers announce only what changes, and the same words may come again.
  const announce = (next: Status) =>
    setStatus((shown) => (shown?.text === next.text ? { ...next, text: `${next.text}\u00A0` } : next));
  // Memoized rows may call these from an earlier render, so they read the list, not `ids`.
  const add = (column: number) => {
    setStatus(undefined);
    focusNext.current = cellId(field, list.ids().length, column);
    list.add();
  };
  const remove = (rowId: number, index: number) => {
    list.remove(rowId);
    announce({ text: labels.removed(field.rowLabel, index + 1) });
    addButton.current?.focus();
  };
  const paste = (rowId: number, column: number, table: Table) => {
    // The focused cell is remounted.
    focusNext.current = cellId(field, list.ids().indexOf(rowId), column);
    const { filled, omitted } = list.paste(rowId, column, table);
    const isWarning = omitted > 0;
    const rest = isWarning ? `${labels.omitted(omitted)} ${field.atMost.message}` : '';
    announce({ text: labels.pasted(filled) + rest, isWarning });
  };
  const moveDown = (index: number, column: number) => {
    if (index + 1 < list.ids().length) document.getElementById(cellId(field, index + 1, column))?.focus();
    else add(column);
  };

  return (
    <div className={errors.length > 0 ? 'field rows bad' : 'field rows'} id={id} tabIndex={-1}>
      <h3>{field.label}</h3>
      {field.hint !== undefined && <p className="hint">{field.hint}</p>}
      {/* Above the rows, because hundreds of them would hide it. */}
      <p className={status?.isWarning ? 'note warn' : 'note good'} role="status">
        {status?.text}
      </p>
      <div className="row-list">
        {ids.map((rowId, index) => (
          <Row
            key={rowId}
            rowId={rowId}
            index={index}
            single={ids.length === 1}
            {...{ field, list, store, messages }}
            onRemove={remove}
            onPaste={paste}
            onEnter={moveDown}
          />
        ))}
      </div>
      <button
        ref={addButton}
        {...actionAttributes({ name: 'add-row', field: field.name })}
        formAction={`${noScriptSearch}#${cellId(field, ids.length, 0)}`}
        className="button quiet"
        disabled={isFull}
        onClick={(event) => {
          event.preventDefault();
          add(0);
        }}
      >
        {labels.add(field.rowLabel)}
      </button>
      {isFull && <p className="hint">{field.atMost.message}</p>}
      {field.total && <Total {...{ field, store }} label={field.total.label} />}
      <FieldErrors name={field.name} errors={errors} />
    </div>
  );
}

/** Follows typing without announcements, because it changes with each digit. */
function Total(props: Pick<FieldProps<Definition>, 'field' | 'store'> & { readonly label: string }) {
  const { field, store, label } = props;
  const read = () => {
    const rows = store.answers()[field.name];
    return numbersAndDates?.totalOf(field, typeof rows === 'object' ? rows : []) ?? '0';
  };
  const total = useSyncExternalStore(store.subscribeAnswers, read, read);
  return (
    <p className="rows-total" id={`${controlId(field.name)}-total`}>
      <span>{`${label}: `}</span>
      <strong>{formatMoney(total)}</strong>
    </p>
  );
}

interface RowProps extends FieldProps<Definition> {
  readonly rowId: number;
  readonly index: number;
  readonly single: boolean;
  readonly list: RowList;
  readonly onRemove: (rowId: number, index: number) => void;
  readonly onPaste: (rowId: number, column: number, table: Table) => void;
  readonly onEnter: (index: number, column: number) => void;
}

/** With 500 rows, a key press must not render them all. */
const Row = memo(
  function Row(props: RowProps) {
    const { field, index, rowId, messages } = props;
    const name = `${field.rowLabel} ${index + 1}`;
    return (
      <div className={`row cells-${field.of.length}`} role="group" aria-label={name}>
        <span className="row-number" aria-hidden="true">
          <span>{field.rowLabel} </span>
          <span>{index + 1}</span>
        </span>
        {field.of.map((cell, column) => (
          <Cell key={cell.name} {...props} cell={cell} column={column} />
        ))}
        {!props.single && (
          <button
            {...actionAttributes({ name: 'remove-row', field: field.name, row: index })}
            formAction={`${noScriptSearch}#${controlId(field.name)}`}
            className="link-button"
            aria-label={messages.rows.removeNamed(name)}
            onClick={(event) => {
              event.preventDefault();
              props.onRemove(rowId, index);
            }}
          >
            {messages.documents.remove}
          </button>
        )}
      </div>
    );
  },
  (before, after) => before.index === after.index && before.rowId === after.rowId && before.single === after.single,
);

function Cell(props: RowProps & { readonly cell: TypedField; readonly column: number }) {
  const { cell, column, field, index, list, rowId, store, messages } = props;
  const path = cellPath(field, index, cell);
  const errors = useFieldErrors(store, path);
  const [initial] = useState(() => list.cells(rowId)[cell.name] ?? '');
  // Rerenders on each key only while there is an error to explain.
  const [typed, setTyped] = useState(initial);
  const attributes = controlAttributes({ name: path }, errors, isRequired(cell));
  const advice = useAdvice(messages.language);
  const dayExample = cell.kind === 'date' ? numbersAndDates?.dateOrderIn(messages.language).example : undefined;
  const input = useRef<HTMLInputElement>(null);
  // Typing before hydration fired no event.
  useEffect(() => {
    const typed = input.current?.value;
    if (typed !== undefined && typed !== (list.cells(rowId)[cell.name] ?? '')) list.answer(rowId, cell.name, typed);
  }, [list, rowId, cell.name]);
  return (
    <div className={errors.length > 0 ? 'field bad' : 'field'}>
      <label htmlFor={attributes.id}>
        <span>{cell.label}</span>
        {dayExample !== undefined && <span className="visually-hidden">{` (${dayExample})`}</span>}
      </label>
      <input
        ref={input}
        {...attributes}
        type="text"
        inputMode={cell.keyboard ?? inputModes[cell.kind]}
        placeholder={cell.placeholder ?? dayExample}
        autoComplete="off"
        spellCheck={false}
        defaultValue={initial}
        onInput={(event) => {
          list.answer(rowId, cell.name, event.currentTarget.value);
          if (errors.length > 0) setTyped(event.currentTarget.value);
        }}
        onBlur={(event) => {
          event.currentTarget.value = tidyTyped(cell, event.currentTarget.value);
          list.answer(rowId, cell.name, event.currentTarget.value);
          setTyped(event.currentTarget.value);
        }}
        onPaste={(event) => {
          const table = parseTable(event.clipboardData.getData('text/plain'));
          if (!table) return;
          event.preventDefault();
          props.onPaste(rowId, column, table);
        }}
        onKeyDown={(event) => {
          // Enter moves down, as in a spreadsheet; it does not submit the form.
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
          event.preventDefault();
          props.onEnter(index, column);
        }}
      />
      <FieldErrors name={path} errors={errors}>
        {advice && <advice.FixHint field={cell} answer={typed} messages={advice.adviceMessages} />}
      </FieldErrors>
    </div>
  );
}

const cellPath = (field: Definition, index: number, cell: TypedField) => `${field.name}.${index}.${cell.name}`;

function cellId(field: Definition, index: number, column: number): string {
  const cell = field.of[column];
  return cell ? controlId(cellPath(field, index, cell)) : '';
}
