import type { FastifyBaseLogger } from 'fastify';
import { startLeasedWork } from '../jobs/leased-work.ts';
import { pingScanner } from './clamd.ts';
import type { ScanRoom } from './scan-jobs.ts';
import { scanWork } from './scan-jobs.ts';
import { scannerWatch } from './scanner-watch.ts';

export interface ScansOptions extends ScanRoom {
  readonly log: FastifyBaseLogger;
  /** A document has its verdict: what waited for it can go on. */
  readonly onScanned?: () => void;
  readonly pollMilliseconds?: number;
  readonly leaseMilliseconds?: number;
  /** How long nothing is tried after the scanner was found to be away. */
  readonly awayMilliseconds?: number;
}

/** A virus scanner is configured: documents are in quarantine until it has found them clean. */
export interface Scans {
  /** There are documents to be scanned. */
  wake(): void;
  /** Rejects when the scanner does not answer. */
  probe(): Promise<void>;
  /** Scans nothing more. What is being scanned is left to another process, or to the next start. */
  stop(): Promise<void>;
}

/** A daemon has ten threads; others may use it too. */
const scannedAtOnce = 3;

/** Starts to scan documents as they come. */
export function startScans(options: ScansOptions): Scans {
  const { clamd, log, onScanned } = options;
  const watch = scannerWatch(() => pingScanner(clamd), log, options.awayMilliseconds);
  const work = scanWork(options, watch);
  const worker = startLeasedWork({
    ...options,
    work: {
      ...work,
      async carryOut(id, holder, signal) {
        await work.carryOut(id, holder, signal);
        onScanned?.();
      },
    },
    atOnce: scannedAtOnce,
  });
  return {
    wake: () => worker.wake(),
    probe: () => pingScanner(clamd),
    stop: () => worker.stop(),
  };
}
