import { type Language, localeOf } from '@redress/contract/language';

const english = {
  lang: localeOf.en,
  page: 'Page {page} of {pages}',
  contents: 'Contents',
  filed: 'Filed {date}',
  claimForm: {
    deadline: 'Deadline',
    mailTo: 'Mail this form to',
    instructions: 'How to fill in this form',
    section: 'Section {letter}: {title}',
    before: 'Your notice',
    optional: '(optional)',
    checkOne: 'Check one.',
    documents: 'Send copies with this form, and keep the originals. Write your name on each copy.',
    inRow: '{row} {number}: {label}',
    moreRows: 'More than {rows}? List the rest on a separate sheet, with the same columns, and send it with this form.',
    number: 'No.',
    signByHand: 'Sign by hand, in ink.',
    date: 'Date',
    datePattern: 'Month, day, year',
    printedName: 'Print your name',
    checklist: 'Before you mail this form',
    officeUse: 'Office use only',
    received: 'Received:',
    claimNumber: 'Claim number:',
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
};

/** The fixed messages in generated documents of any settlement. */
export type DocumentMessages = typeof english;

const spanish: DocumentMessages = {
  lang: localeOf.es,
  page: 'Página {page} de {pages}',
  contents: 'Contenido',
  filed: 'Presentado el {date}',
  claimForm: {
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
      '¿Más de {rows}? Anote el resto en una hoja aparte, con las mismas columnas, y envíela con este formulario.',
    number: 'N.º',
    signByHand: 'Firme a mano, con tinta.',
    date: 'Fecha',
    datePattern: 'Mes, día, año',
    printedName: 'Su nombre en letra de molde',
    checklist: 'Antes de enviar este formulario',
    officeUse: 'Solo para uso de la oficina',
    received: 'Recibido:',
    claimNumber: 'Número de reclamo:',
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

export const documentMessages: Readonly<Record<Language, DocumentMessages>> = { en: english, es: spanish };

export function fillPlaceholders(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(values[name] ?? placeholder));
}
