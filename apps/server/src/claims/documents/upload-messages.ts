import type { Language } from '@redress/contract/language';
import type { LocalizedText } from '../../platform/http/problem-messages.ts';

interface FileLimits {
  /** The maximum size of a file. */
  readonly megabytes: number;
  /** The names of the accepted types. */
  readonly types: string;
  /** The maximum number of files per claim. */
  readonly files: number;
  readonly gigabytes: number;
}

const english = {
  empty: 'This file is empty. Please choose another one.',
  'too-large': ({ megabytes }: FileLimits) =>
    `This file is larger than ${megabytes} MB. Please make it smaller or send it by mail.`,
  type: ({ types }: FileLimits) => `We can’t accept this type of file. Please use one of these: ${types}.`,
  password:
    'This file opens only with a password, so we can’t read it. Please save it without the password and send it again.',
  damaged:
    'This file is damaged, so we can’t open it. Please open it in the program that made it, save it again, and send that file.',
  'too-many': ({ files }: FileLimits) => `A claim can have up to ${files} documents. Please send the others by mail.`,
  incomplete: 'Part of this file is missing. Please send it again.',
  macros: 'This file contains macros, which are small programs. Please save it without macros and send it again.',
  'too-much-inside': 'This file is too large to unpack. Please save it again, or save the data as text.',
  'claim-full': ({ gigabytes }: FileLimits) =>
    `A claim can have up to ${gigabytes} GB of documents in all, and this file would exceed that. Please send it by mail.`,
  'too-much-at-once':
    'Too many files are being sent for this claim at once. Please wait until the others have arrived.',
  'no-room': 'We have no space for this file right now. Please continue without it, and send it later or by mail.',
  renamed: (name: string, given: string, type: string) => `${given} is a ${type} file. We keep it as ${name}.`,
  expired: (name: string) => `${name} is no longer saved. Please choose it again, or submit the form without it.`,
};
const spanish: typeof english = {
  empty: 'Este archivo está vacío. Elija otro.',
  'too-large': ({ megabytes }) => `Este archivo pesa más de ${megabytes} MB. Hágalo más pequeño o envíelo por correo.`,
  type: ({ types }) => `No podemos recibir este tipo de archivo. Use uno de estos: ${types}.`,
  password:
    'Este archivo solo se abre con una contraseña y no podemos leerlo. Guárdelo sin la contraseña y envíelo otra vez.',
  damaged:
    'Este archivo está dañado y no podemos abrirlo. Ábralo en el programa que lo creó, guárdelo de nuevo y envíe ese archivo.',
  'too-many': ({ files }) => `Un reclamo puede tener hasta ${files} documentos. Envíe los demás por correo.`,
  incomplete: 'Este archivo no llegó completo. Envíelo otra vez.',
  macros: 'Este archivo tiene macros, que son pequeños programas. Guárdelo sin macros y envíelo otra vez.',
  'too-much-inside':
    'Este archivo es demasiado grande para abrirlo una vez descomprimido. Guárdelo de nuevo o guarde los datos como texto.',
  'claim-full': ({ gigabytes }) =>
    `Un reclamo puede tener hasta ${gigabytes} GB de documentos en total, y este archivo supera el límite. Envíelo por correo.`,
  'too-much-at-once':
    'Se están enviando demasiados archivos a la vez para este reclamo. Espere a que lleguen los otros.',
  'no-room': 'Ahora no tenemos espacio para este archivo. Continúe sin él y envíelo más tarde o por correo.',
  renamed: (name, given, type) => `${given} es un archivo ${type}. Lo guardamos como ${name}.`,
  expired: (name) => `${name} ya no está guardado. Elíjalo otra vez o envíe el formulario sin él.`,
};

/** Messages about one file. A refusal's message has the name of its reason. */
export const fileMessages: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

export const uploadProblems = {
  notMultipart: {
    en: 'Documents must be sent as multipart form data.',
    es: 'Los documentos se envían como multipart/form-data.',
  },
  requestIncomplete: {
    en: 'The upload was cut off. Please send the documents again.',
    es: 'El envío se cortó antes de terminar. Envíe los documentos otra vez.',
  },
  someNotStored: {
    en: 'We could not read everything you sent. Files that are not listed here did not arrive. Please send them again, a few at a time.',
    es: 'No pudimos leer todo lo que envió. Los archivos que no están en esta lista no se recibieron. Envíelos otra vez, unos pocos a la vez.',
  },
  noneStored: {
    en: 'We could not accept any of the documents. Your claim itself is safe.',
    es: 'No se pudo recibir ninguno de los documentos. Su reclamo está a salvo.',
  },
  tooManyBytesToday: {
    en: 'We received a very large volume of documents from your network today. Your claim itself is safe. Please send this one tomorrow or by mail.',
    es: 'Hoy recibimos una cantidad muy grande de documentos desde su red. Su reclamo está a salvo. Envíe este documento mañana o por correo.',
  },
  alreadyComplete: {
    en: 'This file has already arrived, so you can’t remove it here. Please call us.',
    es: 'Este archivo ya llegó, así que aquí no se puede quitar. Llámenos.',
  },
  infected: {
    en: 'This document contains a virus, so it can’t be downloaded. Please send a clean copy by mail, or call us.',
    es: 'Este documento tiene un virus, así que no se puede descargar. Envíe una copia limpia por correo o llámenos.',
  },
  tooLargeToScan: {
    en: 'We have this document. It is too large for our virus check, so it can’t be downloaded here.',
    es: 'Tenemos este documento. Es demasiado grande para nuestra revisión de virus, así que aquí no se puede descargar.',
  },
} satisfies Readonly<Record<string, LocalizedText>>;
