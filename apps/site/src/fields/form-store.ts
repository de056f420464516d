import type { AnyAnswer, AnyAnswers, FieldError } from '@redress/forms/answers';
import type { Context, DueDocuments, Form, Item, Rule } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';
import { documentsDue, evaluateForm } from '@redress/forms/evaluate-form';
import type { VisibleSection } from '@redress/forms/evaluate-form';

/**
 * A form being filled in. Inputs are uncontrolled: each key is reported here, and a component hears of it only when what it shows
 * has changed. Errors stay silent until `attempt` (the specification's `submitted` flag); from then on they follow the typing.
 */
export interface FormStore {
  readonly form: Form;
  subscribe(listener: () => void): () => void;
  /** Hears of every change of an answer; `subscribe` only of a change of what is shown. */
  subscribeAnswers(listener: () => void): () => void;
  answers(): AnyAnswers;
  /** What a switch hides is forgotten, unless a field of the same name is shown in its place. */
  answer(name: string, value: AnyAnswer): void;
  /** What applies now; the same object until that changes. */
  sections(): readonly VisibleSection[];
  /** The messages under a field; the same array until they change. */
  messages(name: string): readonly string[];
  /** All errors in document order, for the summary. */
  errors(): readonly FieldError[];
  /** Why documents are due with these answers; the same array until that changes. */
  documentsDue(): readonly DueDocuments[];
  /** Which sections are filled in, by title. */
  done(): ReadonlySet<string>;
  /** A submit attempt by script: shows every error from now on, the captcha's too, and gives them. */
  attempt(): readonly FieldError[];
  /** Errors that only the server can know; each goes away when its field is changed. */
  addErrors(errors: readonly FieldError[]): void;
  /** Back to the untouched form. */
  reset(): void;
}

/** What a form begins with when the server has sent it back: what was typed, and what is wrong with it. */
export interface FormStart {
  readonly answers: AnyAnswers;
  readonly errors: readonly FieldError[];
}

const none: readonly string[] = [];
const untouched: FormStart = { answers: {}, errors: [] };

/** The same `start` gives the same form on the server, where it is rendered, and in the browser, where the script takes it over. */
export function createFormStore(form: Form, start: FormStart = untouched, context: Context = {}): FormStore {
  const listeners = new Set<() => void>();
  const answerListeners = new Set<() => void>();
  let raw = onlyShown(start.answers, evaluateForm(form, start.answers, context).sections);
  // A document can be refused before any attempt to submit: when the form was only continued.
  let submitted = start.errors.some(({ rule }) => rule !== 'document');
  // Without script none is asked for: a form that came back must not say that it is missing.
  let captchaAsked = false;
  let fromServer = start.errors;
  let view = look();
  let messages = groupMessages(view.errors, new Map());

  function look() {
    const evaluation = evaluateForm(form, raw, context);
    const all = inDocumentOrder(evaluation.sections, [
      ...(submitted ? evaluation.errors : []),
      ...(captchaAsked ? captchaErrors(evaluation.sections, raw) : []),
      ...fromServer.filter(({ field }) => !isHidden(evaluation.sections, rootOf(field))),
    ]);
    return {
      sections: evaluation.sections,
      errors: all,
      done: doneSections(evaluation.sections, evaluation.errors, raw),
      due: documentsDue(evaluation, context),
    };
  }

  /** What a switch has hidden since has nothing wrong with it. What is no field of the form (the IDs asked in place) is never hidden. */
  function isHidden(sections: readonly VisibleSection[], name: string): boolean {
    const isNamed = (item: Item) => 'name' in item && item.name === name;
    return form.sections.some(({ items }) => items.some(isNamed)) && !sections.some(({ items }) => items.some(isNamed));
  }

  function refresh() {
    const next = look();
    const sections = sameItems(view.sections, next.sections) ? view.sections : next.sections;
    const errors = sameErrors(view.errors, next.errors) ? view.errors : next.errors;
    const done = sameSet(view.done, next.done) ? view.done : next.done;
    const due = sameDue(view.due, next.due) ? view.due : next.due;
    if (sections !== view.sections && forgetHidden(sections)) return refresh();
    if (sections === view.sections && errors === view.errors && done === view.done && due === view.due) return;
    if (errors !== view.errors) messages = groupMessages(errors, messages);
    view = { sections, errors, done, due };
    for (const listener of listeners) listener();
  }

  /** True when an answer was hidden and is gone now. */
  function forgetHidden(sections: readonly VisibleSection[]): boolean {
    const kept = onlyShown(raw, sections);
    if (Object.keys(kept).length === Object.keys(raw).length) return false;
    raw = kept;
    return true;
  }

  return {
    form,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    subscribeAnswers(listener) {
      answerListeners.add(listener);
      return () => answerListeners.delete(listener);
    },
    answers: () => raw,
    answer(name, value) {
      if (raw[name] === value) return;
      raw = { ...raw, [name]: value };
      fromServer = fromServer.filter(({ field }) => field !== name && rootOf(field) !== name);
      refresh();
      for (const listener of answerListeners) listener();
    },
    sections: () => view.sections,
    messages: (name) => messages.get(name) ?? none,
    errors: () => view.errors,
    documentsDue: () => view.due,
    done: () => view.done,
    attempt() {
      submitted = true;
      captchaAsked = true;
      // A document that was refused is not sent again.
      fromServer = fromServer.filter(({ rule }) => rule !== 'document');
      refresh();
      return view.errors;
    },
    addErrors(errors) {
      submitted = true;
      captchaAsked = true;
      fromServer = errors;
      refresh();
    },
    reset() {
      raw = {};
      submitted = false;
      captchaAsked = false;
      fromServer = [];
      refresh();
      for (const listener of answerListeners) listener();
    },
  };
}

/** The answers of what is shown. */
function onlyShown(answers: AnyAnswers, sections: readonly VisibleSection[]): AnyAnswers {
  const shown = new Set(sections.flatMap(({ items }) => items.flatMap((item) => ('name' in item ? item.name : []))));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => shown.has(name)));
}

/** The captcha is no answer, but its absence is shown like a missing one. Its token is kept among the raw answers, under its name. */
function captchaErrors(sections: readonly VisibleSection[], raw: AnyAnswers): FieldError[] {
  return sections.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.kind !== 'captcha' || raw[item.name]) return [];
      return item.rules.filter((rule) => rule.rule === 'required').map((rule) => asError(item.name, rule));
    }),
  );
}

const asError = (field: string, rule: Rule): FieldError => ({ field, rule: rule.rule, message: rule.message });

/** The field that an error belongs to: `classMembers` for `classMembers.3.classMemberFEIN`. */
const rootOf = (path: string) => path.split('.', 1)[0] ?? path;

/** Each error once, in the order of the form, what is none of its fields (the IDs asked in place) first; errors of one field keep their order. */
function inDocumentOrder(sections: readonly VisibleSection[], errors: readonly FieldError[]): FieldError[] {
  const order = new Map(
    sections.flatMap(({ items }) => items).map((item, index) => ['name' in item ? item.name : '', index]),
  );
  const place = (error: FieldError) => order.get(rootOf(error.field)) ?? -1;
  const once = new Map(errors.map((error) => [`${error.field}\n${error.message}`, error]));
  return [...once.values()].sort((a, b) => place(a) - place(b));
}

/** A section counts as filled in when something was entered in it and nothing in it is wrong or missing. */
function doneSections(
  sections: readonly VisibleSection[],
  errors: readonly FieldError[],
  raw: AnyAnswers,
): ReadonlySet<string> {
  const wrong = new Set(errors.map((error) => rootOf(error.field)));
  const isDone = (items: readonly Item[]) => {
    const asked = items.filter((item) => isField(item) || item.kind === 'captcha' || item.kind === 'documents');
    return (
      asked.some((item) => Boolean(raw[item.name])) &&
      asked.every((item) => !wrong.has(item.name) && (item.kind !== 'captcha' || Boolean(raw[item.name])))
    );
  };
  return new Set(sections.filter(({ items }) => isDone(items)).map(({ section }) => section.title));
}

function groupMessages(
  errors: readonly FieldError[],
  before: ReadonlyMap<string, readonly string[]>,
): Map<string, readonly string[]> {
  const grouped = new Map<string, string[]>();
  for (const error of errors) {
    const list = grouped.get(error.field);
    if (list) list.push(error.message);
    else grouped.set(error.field, [error.message]);
  }
  const kept = new Map<string, readonly string[]>();
  for (const [field, list] of grouped) {
    const old = before.get(field);
    kept.set(
      field,
      old && old.length === list.length && old.every((message, index) => message === list[index]) ? old : list,
    );
  }
  return kept;
}

function sameItems(one: readonly VisibleSection[], other: readonly VisibleSection[]): boolean {
  return (
    one.length === other.length &&
    one.every((part, index) => {
      const match = other[index];
      return (
        match?.section === part.section &&
        match.items.length === part.items.length &&
        match.items.every((item, place) => item === part.items[place])
      );
    })
  );
}

function sameErrors(one: readonly FieldError[], other: readonly FieldError[]): boolean {
  return (
    one.length === other.length &&
    one.every((error, index) => error.field === other[index]?.field && error.message === other[index].message)
  );
}

/** They are parts of the definition, which stays the same. */
const sameDue = (one: readonly DueDocuments[], other: readonly DueDocuments[]): boolean =>
  one.length === other.length && one.every((due, index) => due === other[index]);

function sameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every((entry) => other.has(entry));
}
