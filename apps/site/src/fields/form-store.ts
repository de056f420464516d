import type { NoScriptForm } from '@redress/contract/page-renderer';
import type { AnyAnswer, AnyAnswers, FieldError } from '@redress/forms/answers';
import { type Context, type DueDocuments, type Form, type Item, isField } from '@redress/forms/definition';
import { type VisibleSection, documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import { createListeners } from '../browser/listeners.ts';

export type FormStore = ReturnType<typeof createFormStore>;

const noErrors: readonly string[] = [];
type InitialForm = Pick<NoScriptForm, 'answers' | 'errors'> & Partial<Pick<NoScriptForm, 'documents'>>;
const emptyForm: InitialForm = { answers: {}, errors: [] };

export function textAnswer(store: FormStore, name: string): string {
  const answer = store.answers()[name];
  return typeof answer === 'string' ? answer : '';
}

/**
 * The state of a form while a claimant fills it in. Inputs are uncontrolled and report each change
 * here; components render again only when what they show changes. Deterministic, for hydration.
 */
export function createFormStore(form: Form, initial = emptyForm, context: Context = { mailed: {} }) {
  let { mailed } = context;
  const listeners = createListeners();
  const answerListeners = createListeners();
  let raw = onlyVisible(initial.answers, evaluateForm(form, initial.answers, context).sections);
  // A rejected document can come back from a form that was only continued, not submitted.
  let submitted = initial.errors.some(({ rule }) => rule !== 'document');
  // A form that the browser submits natively needs no captcha.
  let captchaRequired = false;
  let serverErrors = initial.errors;
  let hasDocuments = (initial.documents?.length ?? 0) > 0;
  let view = evaluate();
  let fieldErrors = groupByField(view.errors, new Map());

  function evaluate() {
    const evaluation = evaluateForm(form, raw, { ...context, mailed: mailed ?? masksIn(raw) });
    const { sections, errors } = evaluation;
    const visible = new Set(namesOf(sections));
    // A field that is not in the form, such as the login's IDs, is never hidden.
    const isHidden = (name: string) => namesOf(form.sections).includes(name) && !visible.has(name);
    const due: readonly DueDocuments[] = documentsDue(evaluation, context);
    const ofServer = serverErrors.filter(({ field }) => !isHidden(rootOf(field)));
    return {
      sections,
      errors: inFormOrder(sections, [
        ...(submitted ? errors : []),
        ...(captchaRequired ? captchaErrors(sections, raw) : []),
        ...ofServer,
      ]),
      completed: completedSections(
        sections,
        [...errors, ...ofServer],
        raw,
        hasDocuments,
        due.length > 0 && !hasDocuments,
      ),
      due,
    };
  }

  function refresh() {
    const next = evaluate();
    const sections = keepIfSame(view.sections, next.sections, isSameSection);
    const errors = keepIfSame(view.errors, next.errors, isSameError);
    const completed = keepIfSame(view.completed, next.completed);
    const due = keepIfSame(view.due, next.due);
    if (sections !== view.sections) {
      const visible = onlyVisible(raw, sections);
      if (Object.keys(visible).length < Object.keys(raw).length) {
        raw = visible;
        return refresh();
      }
    }
    if (sections === view.sections && errors === view.errors && completed === view.completed && due === view.due)
      return;
    if (errors !== view.errors) fieldErrors = groupByField(errors, fieldErrors);
    view = { sections, errors, completed, due };
    listeners.notify();
  }

  return {
    form,
    /** Calls back when sections, errors or due documents change. */
    subscribe: listeners.subscribe,
    subscribeAnswers: answerListeners.subscribe,
    answers: () => raw,
    /** Sets an answer and drops those that it hides, unless a visible field shares the name. */
    answer(name: string, value: AnyAnswer) {
      if (raw[name] === value) return;
      raw = { ...raw, [name]: value };
      serverErrors = serverErrors.filter(({ field }) => rootOf(field) !== name && field !== name);
      refresh();
      answerListeners.notify();
    },
    /** The visible sections and items. Like the values below, the same object until they change. */
    sections: () => view.sections,
    fieldErrors: (name: string) => fieldErrors.get(name) ?? noErrors,
    /** All errors in form order, once the claimant has tried to submit. */
    errors: () => view.errors,
    /** The reasons that these answers require documents. */
    documentsDue: () => view.due,
    /** The titles of the completed sections. */
    completedSections: () => view.completed,
    /** Shows all errors from now on, including the captcha's, and returns them. */
    attemptSubmit(): readonly FieldError[] {
      submitted = true;
      captchaRequired = true;
      // A rejected document is not sent again.
      serverErrors = serverErrors.filter(({ rule }) => rule !== 'document');
      refresh();
      return view.errors;
    },
    /** Adds the server's errors. Each disappears when its field changes. */
    addErrors(errors: readonly FieldError[]) {
      submitted = true;
      captchaRequired = true;
      serverErrors = errors;
      refresh();
    },
    /**
     * The masked answers that the server fills in for the logged-in class member. Undefined while
     * the login is unknown: only the server can check the masks of a draft then.
     */
    setMailed(next: Context['mailed']) {
      mailed = next;
      refresh();
    },
    /** Whether files are chosen, which are not answers. */
    setHasDocuments(next: boolean) {
      if (next === hasDocuments) return;
      hasDocuments = next;
      refresh();
    },
    reset() {
      raw = {};
      submitted = false;
      captchaRequired = false;
      serverErrors = [];
      refresh();
      answerListeners.notify();
    },
  };
}

const masksIn = (answers: AnyAnswers): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(answers).flatMap(([name, answer]) =>
      typeof answer === 'string' && answer.includes('•') ? [[name, answer]] : [],
    ),
  );

const namesOf = (sections: readonly { readonly items: readonly Item[] }[]): string[] =>
  sections.flatMap(({ items }) => items.flatMap((item) => ('name' in item ? item.name : [])));

function onlyVisible(answers: AnyAnswers, sections: readonly VisibleSection[]): AnyAnswers {
  const visible = new Set(namesOf(sections));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => visible.has(name)));
}

/** The captcha's token is stored among the answers; without one the captcha counts as missing. */
function captchaErrors(sections: readonly VisibleSection[], raw: AnyAnswers): FieldError[] {
  return sections.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.kind !== 'captcha' || raw[item.name]) return [];
      return item.rules.flatMap(({ rule, message }) =>
        rule === 'required' ? { field: item.name, rule, message } : [],
      );
    }),
  );
}

/** The field of an error: `classMembers` for `classMembers.3.classMemberFEIN`. */
const rootOf = (path: string) => path.split('.', 1)[0] ?? path;

/** Removes duplicates. Errors outside the form's fields (the login's IDs) come first. */
function inFormOrder(sections: readonly VisibleSection[], errors: readonly FieldError[]): readonly FieldError[] {
  const order = new Map(namesOf(sections).map((name, index) => [name, index]));
  const position = ({ field }: FieldError) => order.get(rootOf(field)) ?? -1;
  const unique = new Map(errors.map((error) => [`${error.field}\n${error.message}`, error]));
  return [...unique.values()].sort((a, b) => position(a) - position(b));
}

/**
 * A section is complete when it has no errors, and it or a later section has answers or documents.
 * A claimant who has gone on needed nothing more here, for example because no documents are due.
 */
function completedSections(
  sections: readonly VisibleSection[],
  errors: readonly FieldError[],
  raw: AnyAnswers,
  hasDocuments: boolean,
  /** Whether documents are due. */
  isMissing: boolean,
): readonly string[] {
  const invalid = new Set(errors.map(({ field }) => rootOf(field)));
  const states = sections.map(({ section, items }) => {
    const controls = items.filter((item) => isField(item) || item.kind === 'captcha' || item.kind === 'documents');
    return {
      title: section.title,
      isAnswered: controls.some(({ kind, name }) => (kind === 'documents' ? hasDocuments : Boolean(raw[name]))),
      isGood: controls.every(
        ({ kind, name }) =>
          !invalid.has(name) &&
          // SUBMIT asks about each unchecked statement.
          ((kind !== 'captcha' && kind !== 'checkbox') || Boolean(raw[name])) &&
          (kind !== 'documents' || !isMissing),
      ),
    };
  });
  const last = states.map(({ isAnswered }) => isAnswered).lastIndexOf(true);
  return states.slice(0, last + 1).flatMap(({ title, isGood }) => (isGood ? [title] : []));
}

/** Keeps the arrays of `before` that have not changed, so that their fields do not render again. */
function groupByField(errors: readonly FieldError[], before: ReadonlyMap<string, readonly string[]>) {
  const grouped = new Map<string, readonly string[]>();
  for (const { field, message } of errors) grouped.set(field, [...(grouped.get(field) ?? []), message]);
  for (const [field, list] of grouped) grouped.set(field, keepIfSame(before.get(field) ?? noErrors, list));
  return grouped;
}

const keepIfSame = <T>(before: readonly T[], next: readonly T[], isSame?: (a: T, b: T) => boolean): readonly T[] =>
  isSameList(before, next, isSame) ? before : next;

function isSameList<T>(one: readonly T[], other: readonly T[], isSame: (a: T, b: T) => boolean = Object.is): boolean {
  return (
    one.length === other.length &&
    one.every((item, index) => {
      const match = other[index];
      return match !== undefined && isSame(item, match);
    })
  );
}

const isSameSection = (one: VisibleSection, other: VisibleSection) =>
  one.section === other.section && isSameList(one.items, other.items);

const isSameError = (one: FieldError, other: FieldError) => one.field === other.field && one.message === other.message;
