import { sql } from 'kysely';
import { randomUUID } from 'node:crypto';
import type { RefusalReason } from '@redress/contract/claims';
import type { ChosenTable } from '@redress/datafiles/report';
import type { DocumentsItem } from '@redress/forms/definition';
import { lacksSpace } from '../storage/disk.ts';
import { mostBytesOfClaim } from './storage-space.ts';
import type { UploadStore } from '../storage/upload-store.ts';
import { maxBytesOf } from './upload-item.ts';
import { endingOf } from './file-name.ts';
import type { ClaimRow } from './record-upload.ts';
import { lockClaim } from './record-upload.ts';
import { removeUnfinished } from './remove-unfinished.ts';
import type { UnfinishedUploads } from './unfinished-uploads.ts';

/** What a browser says of a file before its first byte. */
export interface AnnouncedFile {
  /** Cleaned. */
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly chosen?: readonly ChosenTable[];
}
export type OpenedUpload =
  | { readonly outcome: 'opened'; readonly id: string }
  | {
      readonly outcome: 'refused';
      readonly reason: Extract<RefusalReason, 'empty' | 'too-large' | 'too-many' | 'claim-full'>;
      readonly maxBytes: number;
    }
  /** The claim has as many bytes on their way as it may have. */
  | { readonly outcome: 'claim-full' }
  | { readonly outcome: 'disk-full' };

/** Of all unfinished uploads of a claim together: twice the largest file. */
const mostUnfinishedBytes = 4 * 1024 ** 3;
/** An upload that nobody has sent to for so long gives way to a new one of its claim: a browser that forgot it begins anew. */
const givesWayAfterMilliseconds = 10 * 60 * 1_000;

interface AppContext extends UnfinishedUploads {
  readonly store: Pick<UploadStore, 'space'>;
  readonly now: () => Date;
}

/** Makes the row of a file that will come in pieces. The ending of its name is a first look only; what it is shows when it is joined. */
export async function openUpload(
  context: AppContext,
  claim: ClaimRow,
  item: DocumentsItem,
  file: AnnouncedFile,
): Promise<OpenedUpload> {
  const maxBytes = maxBytesOf(item, endingOf(file.name));
  if (file.size === 0) return { outcome: 'refused', reason: 'empty', maxBytes };
  if (file.size > maxBytes) return { outcome: 'refused', reason: 'too-large', maxBytes };
  if (lacksSpace(await context.folder.space(), file.size) || lacksSpace(await context.store.space(), file.size))
    return { outcome: 'disk-full' };
  let opened = await insertRow(context, claim, item, file, maxBytes);
  if (opened.outcome !== 'opened' && (await makeWay(context, claim)))
    opened = await insertRow(context, claim, item, file, maxBytes);
  return opened;
}

/** Two files that are announced at once do not both take the last place: the claim's row is locked. */
function insertRow(
  { database, now }: AppContext,
  claim: ClaimRow,
  item: DocumentsItem,
  { name, size, chosen }: AnnouncedFile,
  maxBytes: number,
): Promise<OpenedUpload> {
  return database.transaction().execute(async (transaction): Promise<OpenedUpload> => {
    await lockClaim(transaction, claim);
    const { uploads, bytes } = await transaction
      .selectFrom('uploads')
      .select((from) => [from.fn.countAll<string>().as('uploads'), sql<string>`coalesce(sum(size), 0)`.as('bytes')])
      .where('claim_id', '=', claim.id)
      .where('status', 'in', ['arriving', 'complete'])
      .executeTakeFirstOrThrow();
    const { documents, stored } = await transaction
      .selectFrom('claim_documents')
      .select((from) => [from.fn.countAll<string>().as('documents'), sql<string>`coalesce(sum(size), 0)`.as('stored')])
      .where('claim_id', '=', claim.id)
      .where('status', '=', 'stored')
      .executeTakeFirstOrThrow();
    if (Number(uploads) + Number(documents) >= item.maxFiles)
      return { outcome: 'refused', reason: 'too-many', maxBytes };
    if (Number(stored) + size > mostBytesOfClaim) return { outcome: 'refused', reason: 'claim-full', maxBytes };
    if (Number(bytes) + size > mostUnfinishedBytes || Number(stored) + Number(bytes) + size > mostBytesOfClaim)
      return { outcome: 'claim-full' };
    const id = randomUUID();
    await transaction
      .insertInto('uploads')
      .values({
        id,
        claim_id: claim.id,
        name,
        size: String(size),
        created_at: now(),
        ...(chosen === undefined ? {} : { chosen: JSON.stringify(chosen) }),
      })
      .execute();
    return { outcome: 'opened', id };
  });
}

/** Gives whether any upload has made way. */
async function makeWay(context: AppContext, claim: ClaimRow): Promise<boolean> {
  const arriving = await context.database
    .selectFrom('uploads')
    .select(['id', 'created_at'])
    .where('claim_id', '=', claim.id)
    .where('status', '=', 'arriving')
    .execute();
  const before = new Date(context.now().getTime() - givesWayAfterMilliseconds);
  let hasMadeWay = false;
  for (const { id, created_at: createdAt } of arriving) {
    const modifiedAt = (await context.folder.find(id))?.modifiedAt ?? createdAt;
    if (modifiedAt < before && (await removeUnfinished(context, id))) hasMadeWay = true;
  }
  return hasMadeWay;
}
