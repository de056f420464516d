import type { Language } from '@redress/contract/language';
import type { LocalizedText } from './problem-messages.ts';

interface FileLimits {
  /** Of one file. */
  readonly megabytes: number;
  /** The names of the accepted types. */
  readonly types: string;
  /** Of a claim. */
  readonly files: number;
  /** Of a claim. */
  readonly gigabytes: number;
}

const english = {
  empty: 'This file is empty. Please choose another one.',
  'too-large': ({ megabytes }: FileLimits) =>
    `This file is larger than ${megabytes} MB. Please make it smaller or send it by mail.`,
  type: ({ types }: FileLimits) => `This type of file cannot be taken. Please use one of these: ${types}.`,
  /** A workbook with a password is a different type of file, which its name does not show. */
  password: 'If it is a workbook with a password, save it without one.',
  'too-many': ({ files }: FileLimits) => `A claim takes up to ${files} documents. Please send the others by mail.`,
  incomplete: 'This file did not arrive whole. Please send it again.',
  macros: 'This file holds macros, which are small programs. Please save it without macros and send it again.',
  'too-much-inside': 'This file unpacks to more than we can open. Please save it anew, or save the data as text.',
  'claim-full': ({ gigabytes }: FileLimits) =>
    `A claim takes up to ${gigabytes} GB of documents in all, and this file is too much. Please send it by mail.`,
  'too-much-at-once': 'Too much is being sent for this claim at once. Please let the other files arrive first.',
  'no-room': 'We have no room for this file right now. Please go on without it, and send it later or by mail.',
  renamed: (name: string, given: string, type: string) => `${given} is a ${type} file. We keep it as ${name}.`,
  expired: (name: string) => `${name} is no longer kept. Please choose it again, or send the form without it.`,
};
const spanish: typeof english = {
  empty: 'Este archivo está vacío. Elija otro.',
  'too-large': ({ megabytes }) => `Este archivo pesa más de ${megabytes} MB. Hágalo más pequeño o envíelo por correo.`,
  type: ({ types }) => `No podemos recibir este tipo de archivo. Use uno de estos: ${types}.`,
  password: 'Si es un libro de Excel con contraseña, guárdelo sin ella.',
  'too-many': ({ files }) => `Un reclamo lleva hasta ${files} documentos. Envíe los demás por correo.`,
  incomplete: 'Este archivo no llegó completo. Envíelo otra vez.',
  macros: 'Este archivo tiene macros, que son pequeños programas. Guárdelo sin macros y envíelo otra vez.',
  'too-much-inside':
    'Este archivo se descomprime en más de lo que podemos abrir. Guárdelo de nuevo o guarde los datos como texto.',
  'claim-full': ({ gigabytes }) =>
    `Un reclamo lleva hasta ${gigabytes} GB de documentos en total, y este archivo es demasiado. Envíelo por correo.`,
  'too-much-at-once': 'Se envía demasiado a la vez para este reclamo. Espere a que lleguen los otros archivos.',
  'no-room': 'Ahora no tenemos espacio para este archivo. Continúe sin él y envíelo más tarde o por correo.',
  renamed: (name, given, type) => `${given} es un archivo ${type}. Lo guardamos como ${name}.`,
  expired: (name) => `${name} ya no está guardado. Elíjalo otra vez o envíe el formulario sin él.`,
};

/** Messages about one file, those of its refusal by their reason. */
export const fileMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** Details of problems. */
export const uploadProblems = {
  notMultipart: {
    en: 'Documents are sent as multipart form data.',
    es: 'Los documentos se envían como multipart/form-data.',
  },
  requestIncomplete: {
    en: 'The upload broke off before its end. Please send the documents again.',
    es: 'El envío se cortó antes de terminar. Envíe los documentos otra vez.',
  },
  someNotStored: {
    en: 'We could not read all that you sent. Files that are not listed here were not taken. Please send them again, a few at a time.',
    es: 'No pudimos leer todo lo que envió. Los archivos que no están en esta lista no se recibieron. Envíelos otra vez, unos pocos a la vez.',
  },
  noneStored: {
    en: 'None of the documents could be taken. Your claim itself is safe.',
    es: 'No se pudo recibir ninguno de los documentos. Su reclamo está a salvo.',
  },
  tooManyBytesToday: {
    en: 'A very large amount of documents has come from your network today. Your claim itself is safe. Please send this one tomorrow or by mail.',
    es: 'Hoy llegó una cantidad muy grande de documentos desde su red. Su reclamo está a salvo. Envíe este mañana o por correo.',
  },
  diskFull: {
    en: 'We have no room for this file right now. Your claim itself is safe. Please try again later or send the file by mail.',
    es: 'Ahora no tenemos espacio para este archivo. Su reclamo está a salvo. Inténtelo más tarde o envíelo por correo.',
  },
  alreadyComplete: {
    en: 'All of this file has arrived already: it cannot be taken back here. Please call us.',
    es: 'Este archivo ya llegó completo y aquí no se puede retirar. Llámenos.',
  },
  infected: {
    en: 'We keep this document but do not hand it out, because it holds a virus. Please send a clean copy by mail, or call us.',
    es: 'Guardamos este documento pero no lo entregamos, porque tiene un virus. Envíe una copia limpia por correo o llámenos.',
  },
  tooLargeToScan: {
    en: 'We have this document. It is too large for our check for viruses, so we do not hand it out here.',
    es: 'Tenemos este documento. Es demasiado grande para nuestra revisión de virus, así que aquí no lo entregamos.',
  },
} satisfies Readonly<Record<string, LocalizedText>>;
