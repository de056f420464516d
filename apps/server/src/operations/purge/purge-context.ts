import type { Retention, Settlement } from '@redress/contract/manifest';
import type { Database } from '../../database/pool.ts';
import type { UploadStore } from '../../storage/upload-store.ts';
import type { UploadFolder } from '../../storage/upload-folder.ts';

export interface PurgeRoom {
  readonly database: Database;
  readonly store: Pick<UploadStore, 'location' | 'remove'>;
  /** Where the pieces of uploads are. */
  readonly folder: Pick<UploadFolder, 'remove'>;
  /** Where messages lie that no mail server took. */
  readonly mailFolder: string;
  readonly settlement: Pick<Settlement, 'retention' | 'site'>;
  readonly now: () => Date;
}

/** A case with its rule, on a day of the court (`YYYY-MM-DD`). */
export interface RuledCase {
  readonly caseId: string;
  readonly rule: Retention;
  readonly timeZone: string;
  readonly today: string;
}
