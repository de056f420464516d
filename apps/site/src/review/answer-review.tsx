import type { StagedUpload } from '@redress/contract/uploads';
import { type DocumentsItem, type Item, isField } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { type SummaryRow, summarize } from '@redress/forms/summarize';
import { useEffect, useMemo, useState } from 'react';
import { afterPress } from '../browser/after-press.ts';
import { focusField } from '../fields/error-summary.tsx';
import { controlId, isRequired } from '../fields/field-frame.tsx';
import { useHydrated, useStoreValue } from '../fields/field-hooks.ts';
import type { FormStore } from '../fields/form-store.ts';
import type { FormMessages } from '../messages/form-en.ts';
import type { UploadList } from '../uploads/upload-list.ts';
import { filingMessages } from '../messages/filing-messages.ts';

/**
 * Long enough that typing stays smooth, short enough that the summary is current when it is read.
 */
const updateDelayMs = 300;
/** Agents file for hundreds of class members. */
const maxRowsShown = 3;

/** The answers above SUBMIT, as they will be filed: the server stores the same summary. */
export function AnswerReview(props: {
  readonly store: FormStore;
  readonly uploads: UploadList | undefined;
  /** Files that a page without JavaScript has already sent. */
  readonly staged: readonly StagedUpload[] | undefined;
  readonly messages: FormMessages;
}) {
  const { store, uploads, staged } = props;
  const messages = filingMessages[props.messages.language].review;
  const answers = useSettledAnswers(store);
  // On phones, only sections with missing answers are open, so that these are in sight.
  const [isPhone] = useState(() => typeof matchMedia === 'function' && matchMedia('(max-width: 35.99rem)').matches);
  const sections = useMemo(() => reviewSections(store, answers), [store, answers]);
  return (
    <section className="review" id="review" tabIndex={-1} aria-labelledby="review-heading">
      <h2 id="review-heading">{messages.heading}</h2>
      {!isPhone && <p className="hint">{messages.hint}</p>}
      {sections.map(({ section, first, rows, documents }) => {
        const inView = rows.filter(({ place }) => place < maxRowsShown);
        const more = rows.filter(({ place }) => place >= maxRowsShown);
        const answered = (
          <>
            <dl>
              <Answers rows={inView} blank={messages.notAnswered} />
              {documents && uploads && <Files {...{ documents, uploads, staged }} none={messages.noFiles} />}
            </dl>
            {more.length > 0 && (
              <MoreAnswers
                label={messages.showAll(maxRowsShown + more.length)}
                rows={more}
                blank={messages.notAnswered}
              />
            )}
          </>
        );
        return (
          <div key={section.title}>
            <div className="review-heading">
              {isPhone ? (
                <details open={rows.some(({ value }) => value === '')}>
                  <summary>
                    <h3>{section.title}</h3>
                  </summary>
                  {answered}
                </details>
              ) : (
                <h3>{section.title}</h3>
              )}
              <a
                href={`#${controlId(first)}`}
                onClick={(event) => {
                  if (focusField(first)) event.preventDefault();
                }}
              >
                <span>{messages.change}</span>
                <span className="visually-hidden">{` (${section.title})`}</span>
              </a>
            </div>
            {!isPhone && answered}
          </div>
        );
      })}
    </section>
  );
}

interface ReviewRow extends SummaryRow {
  /** The row's index in its field. */
  readonly place: number;
}

/** The given and missing answers, by section. Unanswered optional questions are left out. */
function reviewSections(store: FormStore, answers: ReturnType<FormStore['answers']>) {
  const evaluation = evaluateForm(store.form, answers, {});
  const summary = summarize(store.form, evaluation);
  return evaluation.sections.flatMap(({ section, items }) => {
    const documents = items.find((item) => item.kind === 'documents');
    const asked = items.filter((item) => isField(item) || item.kind === 'documents');
    const [first] = asked;
    if (!first) return [];
    const rows = (summary.find(({ title }) => title === section.title)?.rows ?? []).flatMap((row): ReviewRow[] => {
      const [name, place = '0'] = row.name.split('.');
      const item = asked.find((one) => one.name === name);
      // A total is always shown.
      return row.value === '' && !isDue(item) ? [] : [{ ...row, place: Number(place) || 0 }];
    });
    return [{ section, first: first.name, rows, documents }];
  });
}

const isDue = (item: Item | undefined): boolean =>
  item !== undefined && isField(item) && (item.kind === 'rows' ? item.atLeast > 0 : isRequired(item));

/** The answers after a pause in typing. */
function useSettledAnswers(store: FormStore) {
  const [answers, setAnswers] = useState(store.answers);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const update = () => {
      clearTimeout(timer);
      timer = setTimeout(() => afterPress(() => setAnswers(store.answers())), updateDelayMs);
    };
    update();
    const unsubscribe = store.subscribeAnswers(update);
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store]);
  return answers;
}

function Answers(props: { readonly rows: readonly SummaryRow[]; readonly blank: string }) {
  return props.rows.map(({ name, label, value }) => (
    <div key={name}>
      <dt>{label}</dt>
      <dd>{value || props.blank}</dd>
    </div>
  ));
}

function Files(props: {
  readonly documents: DocumentsItem;
  readonly uploads: UploadList;
  readonly staged: readonly StagedUpload[] | undefined;
  readonly none: string;
}) {
  const { documents, uploads, staged = [], none } = props;
  const chosen = useStoreValue(uploads, uploads.uploads);
  const names = [...staged.map(({ name }) => name), ...chosen.map(({ file }) => file.name)];
  return <Answers rows={[{ name: documents.name, label: documents.label, value: names.join(', ') }]} blank={none} />;
}

/** Rows that render only when they are opened, or without JavaScript. */
function MoreAnswers(props: { readonly label: string; readonly rows: readonly SummaryRow[]; readonly blank: string }) {
  const [isOpen, setIsOpen] = useState(false);
  const hydrated = useHydrated();
  return (
    <details onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary>{props.label}</summary>
      <dl>{(isOpen || !hydrated) && <Answers rows={props.rows} blank={props.blank} />}</dl>
    </details>
  );
}
