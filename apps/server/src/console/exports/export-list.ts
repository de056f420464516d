import type { Permission } from '@redress/contract/console/staff';
import type { IgnoredParameter } from '@redress/contract/console/claim-list';
import type { ConsoleContext } from '../context.ts';

/** What an export reads. */
export type ExportContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now'>;

export interface ExportColumn {
  readonly key: string;
  readonly header: string;
  /** `day`: of the court, `YYYY-MM-DD`. `time`: ISO 8601. `amount`: a decimal string. */
  readonly format: 'text' | 'day' | 'time' | 'amount' | 'yes-no';
  /**
   * `contact`: only for people who may see contact details, and empty in the rows of other cases.
   * `answers`: only for people who may see the answers in every case of the file. `tax-ids`: only
   * with a second person.
   */
  readonly kind: 'plain' | 'contact' | 'answers' | 'tax-ids';
  /** In characters. */
  readonly width: number;
}

export const plainColumn = (
  key: string,
  header: string,
  width: number,
  format: ExportColumn['format'] = 'text',
): ExportColumn => ({ key, header, format, width, kind: 'plain' });
export const contactColumn = (key: string, header: string, width: number): ExportColumn => ({
  ...plainColumn(key, header, width),
  kind: 'contact',
});

/** What one export may read: what the person might see when they asked. */
export interface ExportScope {
  /** As in the address of the list. */
  readonly query: string;
  readonly cases: readonly string[];
  /** IDs of claims that a count leaves out, as the list does. No file is written meanwhile. */
  readonly without?: readonly string[];
  /** The keys of the columns. */
  readonly columns: readonly string[];
}

export interface ExportRow {
  readonly caseId: string;
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

/**
 * A list that can be exported. Whoever has `export` and its permission in a case may take out that
 * case's rows.
 */
export interface ExportList {
  /** As in `exports.list` and the address of its screen. */
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
  /** Also for people without `export`, such as admins for the access log. */
  readonly isForItsReaders?: boolean;
  readonly columns: readonly ExportColumn[];
  /** A query in its one form, in words, and what of it means nothing. */
  describe(
    settlement: ConsoleContext['settlement'],
    query: string,
    cases: readonly string[],
  ): { readonly query: string; readonly filters: string[]; readonly ignored: IgnoredParameter[] };
  count(
    context: ExportContext,
    scope: Omit<ExportScope, 'columns'>,
  ): Promise<{ readonly value: number; readonly isExact: boolean }>;
  /** The newest row: later ones do not belong to an export that is asked for now. */
  findNewest(context: ExportContext): Promise<string>;
  /** All rows up to one, in one order, in batches of a few thousand. */
  read(context: ExportContext, scope: ExportScope, upTo: string): AsyncGenerator<readonly ExportRow[]>;
}
