import type { Language } from '@redress/contract/language';
import { localeOf } from '@redress/contract/language';
import type { Condition, Field, Form } from '@redress/forms/definition';
import { isField } from '@redress/forms/definition';

/** The words of a claim form on paper itself, whatever the settlement. */
export interface ClaimFormWords {
  readonly deadline: string;
  readonly mailTo: string;
  readonly instructions: string;
  /** With `{letter}` and `{title}`. */
  readonly section: string;
  /** Before the questions that only paper asks. */
  readonly before: string;
  readonly optional: string;
  readonly checkOne: string;
  /** Below the label of documents to enclose, where the form says nothing else. */
  readonly documents: string;
  /** With `{label}` and `{number}`: what one box of a list is called. */
  readonly inRow: string;
  /** With `{rows}`. */
  readonly moreRows: string;
  readonly number: string;
  readonly signByHand: string;
  readonly date: string;
  readonly datePattern: string;
  readonly printedName: string;
  readonly checklist: string;
  /** With `{page}` and `{pages}`. */
  readonly page: string;
  readonly onlyIf: ConditionWords;
}
/** With `{label}`; `chose` also with `{options}`, and `atLeast` with `{sum}`. */
interface ConditionWords {
  readonly chose: string;
  readonly checked: string;
  readonly notChecked: string;
  readonly atLeast: string;
  readonly answered: string;
  readonly notAnswered: string;
  readonly withoutNotice: string;
  readonly or: string;
}

export const claimFormWords: Readonly<Record<Language, ClaimFormWords>> = {
  en: {
    deadline: 'Deadline',
    mailTo: 'Mail this form to',
    instructions: 'How to fill in this form',
    section: 'Section {letter}: {title}',
    before: 'Your notice',
    optional: '(optional)',
    checkOne: 'Check one.',
    documents: 'Send copies with this form, and keep the originals. Write your name on each copy.',
    inRow: '{row} {number}: {label}',
    moreRows:
      'More than {rows}? List the rest on a sheet of its own, with the same columns, and send it with this form.',
    number: 'No.',
    signByHand: 'Sign by hand, in ink.',
    date: 'Date',
    datePattern: 'Month, day, year',
    printedName: 'Print your name',
    checklist: 'Before you mail this form',
    page: 'Page {page} of {pages}',
    onlyIf: {
      chose: 'Fill in only if you checked “{options}” under “{label}”.',
      checked: 'Fill in only if you checked “{label}”.',
      notChecked: 'Fill in only if you did not check “{label}”.',
      atLeast: 'Fill in only if your answer to “{label}” is {sum} or more.',
      answered: 'Fill in only if you filled in “{label}”.',
      notAnswered: 'Fill in only if you left “{label}” empty.',
      withoutNotice: 'Fill in only if you have no Notice ID.',
      or: '” or “',
    },
  },
  es: {
    deadline: 'Fecha límite',
    mailTo: 'Envíe este formulario por correo a',
    instructions: 'Cómo llenar este formulario',
    section: 'Sección {letter}: {title}',
    before: 'Su aviso',
    optional: '(opcional)',
    checkOne: 'Marque una opción.',
    documents: 'Envíe copias con este formulario y guarde los originales. Escriba su nombre en cada copia.',
    inRow: '{row} {number}: {label}',
    moreRows:
      '¿Más de {rows}? Anote los demás en una hoja aparte, con las mismas columnas, y envíela con este formulario.',
    number: 'N.º',
    signByHand: 'Firme a mano, con tinta.',
    date: 'Fecha',
    datePattern: 'Mes, día, año',
    printedName: 'Su nombre en letra de molde',
    checklist: 'Antes de enviar este formulario',
    page: 'Página {page} de {pages}',
    onlyIf: {
      chose: 'Llene solo si marcó “{options}” en “{label}”.',
      checked: 'Llene solo si marcó “{label}”.',
      notChecked: 'Llene solo si no marcó “{label}”.',
      atLeast: 'Llene solo si su respuesta en “{label}” es de {sum} o más.',
      answered: 'Llene solo si llenó “{label}”.',
      notAnswered: 'Llene solo si dejó “{label}” en blanco.',
      withoutNotice: 'Llene solo si no tiene un Notice ID (número del aviso).',
      or: '” o “',
    },
  },
};

/** Puts values into `{places}` of a text. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** When a part of the form is to be filled in, in words: on paper nothing hides what does not apply. */
export function describeCondition(condition: Condition, form: Form, words: ClaimFormWords, language: Language): string {
  const { onlyIf } = words;
  if ('context' in condition) return onlyIf.withoutNotice;
  const field = findField(form, condition.field);
  const { label } = field;
  if ('atLeast' in condition) {
    const sum = `$${condition.atLeast.toLocaleString(localeOf[language])}`;
    return fill(onlyIf.atLeast, { label, sum });
  }
  if ('answered' in condition) return fill(condition.answered ? onlyIf.answered : onlyIf.notAnswered, { label });
  if (typeof condition.is === 'boolean') return fill(condition.is ? onlyIf.checked : onlyIf.notChecked, { label });
  const values = typeof condition.is === 'string' ? [condition.is] : condition.is;
  const options = values.map((value) => labelOf(field, value)).join(onlyIf.or);
  return fill(onlyIf.chose, { options, label });
}

/** An option as it is printed. */
export function labelOf(field: Field, option: string): string {
  if (field.kind !== 'choice' && field.kind !== 'select') return option;
  return field.labels?.[field.options.indexOf(option)] ?? option;
}

function findField(form: Form, name: string): Field {
  const found = form.sections
    .flatMap(({ items }) => items)
    .filter(isField)
    .find((item) => item.name === name);
  if (!found) throw new Error(`${form.id} has no field ${name}`);
  return found;
}
