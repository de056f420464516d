import type { Generated } from 'kysely';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    saved_views: SavedViewsTable;
  }
}

export interface SavedViewsTable {
  id: Generated<string>;
  /** Such as `claims`. */
  list: string;
  /** Null: of the team. */
  staff_id: string | null;
  /** Of a team, in order. Null: every case, or one person's view. */
  case_ids: string[] | null;
  name: string;
  query: string;
  version: Generated<number>;
  changed_at: Date;
  /** Null: comes with the product. */
  changed_by: string | null;
}
