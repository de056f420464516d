import type { Settlement } from '@redress/contract/settlement';
import type { PlatformContext } from '../platform/context.ts';
import type { JobRunner } from '../platform/jobs/job-runner.ts';
import type { ScanWorker } from './documents/scan-jobs.ts';
import type { ClaimAccess } from './filing/claim-access.ts';
import type { InsertClaim } from './filing/claim-inserter.ts';
import type { SolvedChallenge } from './filing/claim-request.ts';
import type { NetworkLists } from './observations/network-lists.ts';
import type { PdfRenderer } from './pdf-renderer.ts';

/** The context for filing claims. Other modules extend it. */
export interface ClaimsContext extends PlatformContext {
  readonly settlement: Settlement;
  readonly pdfRenderer: PdfRenderer;
  /** The jobs that finalize uploads. */
  readonly uploads: JobRunner;
  /** Absent without a virus scanner. */
  readonly scans: ScanWorker | undefined;
  /** A virus scanner is configured: uploads stay in quarantine until they are scanned. */
  readonly isScanned: boolean;
  /** Absent without lists of networks. */
  readonly networkLists: NetworkLists | undefined;
  /** Sign reports of bounces. Absent if no mail provider sends any. */
  readonly bounceSecrets?: readonly string[];
  /** Verifies a token. Does not check whether it was used before. */
  readonly captcha: { readonly verify: (token: string) => SolvedChallenge | undefined };
  readonly access: ClaimAccess;
  readonly insertClaim: InsertClaim;
  readonly nextClaimNumber: () => Promise<string>;
}
