import type { ClaimDocument } from '@redress/contract/console/claim-details';
import type { ConsoleContext } from '../context.ts';
import type { AddedByStaff, ClaimDocumentsTable, DataChecksTable } from '../../claims/documents/tables.ts';
import type { ClaimHistoryTable } from '../../claims/history/tables.ts';
import { scanStateOf } from '../../claims/documents/send-document.ts';
import type { Selectable } from 'kysely';

/** The types that the console can preview. Claims accept others as well. */
export const previewTypes: ReadonlySet<string> = new Set(['pdf', 'jpg', 'png', 'txt', 'csv', 'xlsx']);
/** The preview holds a file in memory. Larger ones can only be downloaded. */
export const maxPreviewBytes = 100 * 1024 ** 2;

type DocumentRow = Pick<
  Selectable<ClaimDocumentsTable>,
  'id' | 'name' | 'given_name' | 'type' | 'size' | 'stored_at' | 'scan' | 'picture_metadata' | keyof AddedByStaff
> & { readonly addedBy: string | null; readonly checkId: string | null; readonly outcome: DataChecksTable['outcome'] };
type CheckEntry = Pick<Selectable<ClaimHistoryTable>, 'details'>;

/**
 * A claim's documents in the order of arrival. The figures of data files come from the history,
 * because a stored report can be large.
 */
export async function readDocuments(
  { database }: Pick<ConsoleContext, 'database'>,
  claimId: string,
): Promise<DocumentRow[]> {
  return database
    .selectFrom('claim_documents')
    .leftJoin('data_checks', 'data_checks.document_id', 'claim_documents.id')
    .select(['claim_documents.id', 'claim_documents.name', 'given_name', 'type', 'size', 'stored_at', 'scan'])
    .leftJoin('staff', 'staff.id', 'added_by')
    .select(['staff.name as addedBy', 'added_by', 'source', 'received_on', 'added_reason'])
    .select(['picture_metadata', 'data_checks.document_id as checkId', 'data_checks.outcome'])
    .where('claim_documents.claim_id', '=', claimId)
    .where('claim_documents.status', '=', 'stored')
    .orderBy('stored_at')
    .orderBy('claim_documents.name')
    .execute();
}

export function describeDocument(
  row: DocumentRow,
  checks: ReadonlyMap<string, CheckEntry>,
  { isScanned, seesAnswers }: { readonly isScanned: boolean; readonly seesAnswers: boolean },
): ClaimDocument {
  const scan = scanStateOf(row, isScanned);
  const size = Number(row.size);
  const isReleased = scan === 'clean' || scan === 'not-configured';
  return {
    id: row.id,
    name: seesAnswers ? row.name : null,
    givenName: seesAnswers ? row.given_name : null,
    type: row.type ?? '',
    size,
    received: row.stored_at?.toISOString() ?? '',
    added:
      row.addedBy === null || row.source === null || row.received_on === null
        ? null
        : {
            by: row.addedBy,
            source: row.source,
            receivedOn: row.received_on,
            reason: seesAnswers ? row.added_reason : null,
          },
    scan,
    previewable: seesAnswers && isReleased && previewTypes.has(row.type ?? '') && size <= maxPreviewBytes,
    keepsMetadata: row.picture_metadata === 'not-understood',
    data: row.checkId === null ? null : describeCheck(row.outcome, checks.get(row.id)?.details ?? {}),
  };
}

function describeCheck(
  outcome: DataChecksTable['outcome'],
  { rows, errors, amount }: CheckEntry['details'],
): ClaimDocument['data'] {
  return {
    state: outcome ?? 'waiting',
    ...(typeof rows === 'number' && { rows }),
    ...(typeof errors === 'number' && { errors }),
    ...(typeof amount === 'string' && { amount }),
  };
}
