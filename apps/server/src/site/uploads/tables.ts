import type { Generated, GeneratedAlways } from 'kysely';
import type { FileResult } from '@redress/contract/uploads';
import type { LaterJson } from '../../platform/database/tables.ts';
import type { JobColumns, UploadColumns } from '../../claims/documents/tables.ts';

declare module '../../platform/database/tables.ts' {
  interface Tables {
    uploads: UploadsTable;
    staged_documents: StagedDocumentsTable;
  }
}

export interface StagedDocumentsTable extends UploadColumns {
  position: GeneratedAlways<string>;
  form_key: string | null;
}

export interface UploadsTable extends JobColumns {
  id: string;
  name: string;
  size: string;
  status: Generated<'arriving' | 'complete' | 'joined' | 'refused'>;
  result: LaterJson<FileResult>;
}
