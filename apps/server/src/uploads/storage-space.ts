import { lacksSpace } from './disk-reserve.ts';
import type { DocumentStore } from './upload-store.ts';

/** Bytes of all documents of a claim together, those on their way included: two of the largest data files, and many of all others. */
export const mostBytesOfClaim = 5 * 1024 ** 3;

/** Whether so many more bytes would leave the store's disk with less than everything else needs. A store without a disk has room. */
export async function storeLacksSpace(store: Pick<DocumentStore, 'space'>, bytes: number): Promise<boolean> {
  const space = await store.space();
  return space !== undefined && lacksSpace(space, bytes);
}
