import type { RefusalReason } from '@redress/contract/claims';
import type { Language } from '@redress/contract/language';
import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { mostBytesOfClaim } from './storage-space.ts';

const typeNames: Readonly<Record<Exclude<FileType, 'txt'>, string>> = {
  pdf: 'PDF',
  jpg: 'JPG',
  png: 'PNG',
  heic: 'HEIC',
  tif: 'TIF',
  docx: 'Word (docx)',
  xlsx: 'Excel (xlsx)',
  csv: 'CSV',
};

const english = {
  text: 'text (txt)',
  empty: 'This file is empty. Please choose another one.',
  tooLarge: (megabytes: number) =>
    `This file is larger than ${megabytes} MB. Please make it smaller or send it by mail.`,
  type: (types: string) => `This type of file cannot be taken. Please use one of these: ${types}.`,
  /** With a password a workbook is a file of another type, which nobody sees by its name. */
  password: 'If it is a workbook with a password, save it without one.',
  tooMany: (documents: number) => `A claim takes up to ${documents} documents. Please send the others by mail.`,
  incomplete: 'This file did not arrive whole. Please send it again.',
  macros: 'This file holds macros, which are small programs. Please save it without macros and send it again.',
  tooMuchInside: 'This file unpacks to more than we can open. Please save it anew, or save the data as text.',
  claimFull: (gigabytes: number) =>
    `A claim takes up to ${gigabytes} GB of documents in all, and this file is too much. Please send it by mail.`,
  noRoom: 'We have no room for this file right now. Please try again later or send it by mail.',
  renamed: (name: string, given: string, kind: string) => `${given} is ${kind}. We keep it as ${name}.`,
  gone: (name: string) => `${name} is no longer kept. Please choose it again, or send the form without it.`,
};
/** A word that is missing here does not compile. */
const spanish: typeof english = {
  text: 'texto (txt)',
  empty: 'Este archivo está vacío. Elija otro.',
  tooLarge: (megabytes) => `Este archivo pesa más de ${megabytes} MB. Hágalo más pequeño o envíelo por correo.`,
  type: (types) => `No podemos recibir este tipo de archivo. Use uno de estos: ${types}.`,
  password: 'Si es un libro de Excel con contraseña, guárdelo sin ella.',
  tooMany: (documents) => `Un reclamo lleva hasta ${documents} documentos. Envíe los demás por correo.`,
  incomplete: 'Este archivo no llegó completo. Envíelo otra vez.',
  macros: 'Este archivo tiene macros, que son pequeños programas. Guárdelo sin macros y envíelo otra vez.',
  tooMuchInside:
    'Este archivo se descomprime en más de lo que podemos abrir. Guárdelo de nuevo o guarde los datos como texto.',
  claimFull: (gigabytes) =>
    `Un reclamo lleva hasta ${gigabytes} GB de documentos en total, y este archivo es demasiado. Envíelo por correo.`,
  noRoom: 'Ahora no tenemos espacio para este archivo. Inténtelo más tarde o envíelo por correo.',
  renamed: (name, given, kind) => `${given} es un archivo ${kind}. Lo guardamos como ${name}.`,
  gone: (name) => `${name} ya no está guardado. Elíjalo otra vez o envíe el formulario sin él.`,
};
const words: Readonly<Record<Language, typeof english>> = { en: english, es: spanish };

/** Why a file was not kept, in words that say what to do. `maxBytes`: how large it might have been, where that is not the item's own. */
export function refusalMessage(
  reason: RefusalReason,
  item: DocumentsItem,
  language: Language,
  maxBytes: number = item.maxBytes,
): string {
  const said = words[language];
  switch (reason) {
    case 'empty':
      return said.empty;
    case 'too-large':
      return said.tooLarge(Math.floor(maxBytes / 1024 / 1024));
    case 'type': {
      const types = said.type(item.types.map((type) => (type === 'txt' ? said.text : typeNames[type])).join(', '));
      return item.dataFiles ? `${types} ${said.password}` : types;
    }
    case 'too-many':
      return said.tooMany(item.maxFiles);
    case 'incomplete':
      return said.incomplete;
    case 'macros':
      return said.macros;
    case 'too-much-inside':
      return said.tooMuchInside;
    case 'claim-full':
      return said.claimFull(mostBytesOfClaim / 1024 ** 3);
    case 'no-room':
      return said.noRoom;
  }
}

/** That a file is kept under another name than it came with, which did not say what it is; nothing for others. */
export function noteOf(
  { name, givenName }: { readonly name: string; readonly givenName?: string },
  type: FileType,
  language: Language,
): { readonly note?: string } {
  if (givenName === undefined) return {};
  const said = words[language];
  const kind = type === 'txt' ? said.text : typeNames[type];
  return { note: said.renamed(name, givenName, language === 'en' ? `a ${kind} file` : kind) };
}

/** That a document which waited for its form was removed, because it waited for too long. */
export const goneMessage = (name: string, language: Language): string => words[language].gone(name);
