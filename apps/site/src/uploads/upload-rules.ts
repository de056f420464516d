import type { DocumentsItem, FileType } from '@redress/forms/definition';
import { limitSize } from './limit-size.ts';
import type { FormMessages } from '../messages/form-en.ts';

/** What kinds of documents are taken, how many, and how large. */
export const rulesOf = (item: DocumentsItem, messages: FormMessages): string =>
  messages.documents.rules(listTypes(item.types), item.maxFiles, limitSize(item.maxBytes));

/** What more is taken of data files, which go in pieces: only with script. */
export const dataRulesOf = ({ dataFiles }: DocumentsItem, messages: FormMessages): string | undefined =>
  dataFiles && messages.documents.dataRules(listTypes(dataFiles.types), limitSize(dataFiles.maxBytes));

const listTypes = (types: readonly FileType[]) => types.map((type) => type.toUpperCase()).join(', ');
