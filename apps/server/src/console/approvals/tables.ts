import type { Generated } from 'kysely';
import type { Json, JsonValue, LaterJson } from '../../platform/database/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    approvals: ApprovalsTable;
  }
}

export interface ApprovalsTable {
  id: Generated<string>;
  kind: string;
  /** `*`: the request is about the `cases` of its details, or else about all. */
  case_id: string;
  details: Json<JsonValue>;
  details_hash: Buffer;
  reason: string;
  asked_by: string;
  asked_at: Date;
  decision: 'approved' | 'declined' | 'withdrawn' | null;
  decided_at: Date | null;
  decided_by: string | null;
  decision_reason: Generated<string>;
  evidence: LaterJson<unknown>;
}
