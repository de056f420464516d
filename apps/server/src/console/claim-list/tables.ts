import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}

export interface SavedViewsTable {
  id: Generated<string>;
  /** The list's name, for example `claims`. */
  list: string;
  /** Null: a team's view. */
  staff_id: string | null;
  /** A team's cases, sorted. Null: every case, or one person's view. */
  case_ids: string[] | null;
  name: string;
  query: string;
  version: Generated<number>;
  changed_at: Date;
  /** Null: a built-in view. */
  changed_by: string | null;
}
