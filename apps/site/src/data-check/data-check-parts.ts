import type { Language } from '@redress/contract/language';
import type { TableReport } from '@redress/datafiles/report';
import type { ColumnRules, DataRules, TableKind } from '@redress/datafiles/rules';
import type { DataMessages } from '@redress/datafiles/messages/data-messages';
import type { DataCheckMessages } from '../messages/data-check-en.ts';

/** What all views of a data room speak with. */
export interface RoomParts {
  readonly language: Language;
  readonly rules: DataRules;
  readonly words: DataMessages;
  readonly messages: DataCheckMessages;
}

/** The template's columns of a kind of table, in its order. */
export function columnsOf(rules: DataRules, kind: TableKind | 'none'): readonly ColumnRules[] {
  return kind === 'none' ? [] : rules.tables[kind];
}

/** What a person calls a column of a table: by its header, or by its place from 1. */
export function nameOfColumn({ headers }: TableReport, index: number, { messages }: RoomParts): string {
  return headers[index]?.trim() || messages.columns.column(index + 1);
}
