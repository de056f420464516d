import type { Transfer } from './request-kinds.ts';

/** Uploads and downloads at the same time: each has an open file. */
export const transferLimits = {
  /** `perAddress`: enough for a library or an office, too few to keep others out. */
  upload: { total: 200, perAddress: 20 },
  download: { total: 100, perAddress: 10 },
} as const satisfies Record<Transfer, object>;

/** Counts current transfers, in total and by address. */
export function countTransfers() {
  const byAddress = new Map<string, number>();
  let count = 0;
  return {
    total: () => count,
    of: (address: string) => byAddress.get(address) ?? 0,
    /** Returns the function that ends the transfer. */
    begin(address: string): () => void {
      count += 1;
      byAddress.set(address, (byAddress.get(address) ?? 0) + 1);
      return () => {
        count -= 1;
        const left = (byAddress.get(address) ?? 0) - 1;
        if (left > 0) byAddress.set(address, left);
        else byAddress.delete(address);
      };
    },
  };
}
