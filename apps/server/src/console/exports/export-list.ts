import type { Permission } from '@redress/contract/console/staff';
import type { IgnoredParameter } from '@redress/contract/console/claim-list';
import type { ConsoleContext } from '../context.ts';

export type ExportContext = Pick<ConsoleContext, 'database' | 'keys' | 'settlement' | 'now'>;

export interface ExportColumn {
  readonly key: string;
  readonly header: string;
  /** `day`: the court's day, `YYYY-MM-DD`. `time`: ISO 8601. `amount`: a decimal string. */
  readonly format: 'text' | 'day' | 'time' | 'amount' | 'yes-no';
  /**
   * `contact`: for people who may see contact details; empty in rows of other cases. `answers`: for
   * people who may see the answers in every case of the file. `tax-ids`: needs a second person.
   */
  readonly kind: 'plain' | 'contact' | 'answers' | 'tax-ids';
  /** The width in characters. */
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

/**
 * The limits of one export: the query, and the data that the person could see when they requested
 * it.
 */
export interface ExportScope {
  /** The query string of the list's address. */
  readonly query: string;
  readonly cases: readonly string[];
  /**
   * IDs of claims that a count leaves out, as the list does. While a person has any, no file is
   * written.
   */
  readonly without?: readonly string[];
  /** The keys of the columns. */
  readonly columns: readonly string[];
}

export interface ExportRow {
  readonly caseId: string;
  readonly values: Readonly<Record<string, string | number | boolean | null>>;
}

interface DescribedQuery {
  readonly query: string;
  readonly filters: string[];
  readonly ignored: IgnoredParameter[];
}

/**
 * A list that can be exported. A person with `export` and the list's permission in a case may
 * export the rows of that case.
 */
export interface ExportList {
  /** The name in `exports.list` and in the address of the screen. */
  readonly name: string;
  readonly title: string;
  readonly permission: Permission;
  /**
   * Whether people who can read the list may export it without `export`, as admins do the access
   * log.
   */
  readonly isForItsReaders?: boolean;
  /** Whether rows tell how claims were decided, which second reviewers must not know yet. */
  readonly tellsDecisions?: boolean;
  readonly columns: readonly ExportColumn[];
  /**
   * Describes a query in its canonical form and in words, and lists the parts that were ignored.
   */
  describe(
    settlement: ConsoleContext['settlement'],
    query: string,
    cases: readonly string[],
    database: ConsoleContext['database'],
  ): DescribedQuery | Promise<DescribedQuery>;
  count(
    context: ExportContext,
    scope: Omit<ExportScope, 'columns'>,
  ): Promise<{ readonly value: number; readonly isExact: boolean }>;
  /** The newest row: an export requested now leaves out later ones. */
  findNewest(context: ExportContext): Promise<string>;
  /** All rows up to a given one, in a fixed order, in batches of a few thousand. */
  read(context: ExportContext, scope: ExportScope, upTo: string): AsyncGenerator<readonly ExportRow[]>;
}
