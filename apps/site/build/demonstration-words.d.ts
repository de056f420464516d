import type { PublishedDocument } from '@redress/contract/published-documents';
import type { Settlement } from '@redress/contract/settlement';
export declare const demonstrationName = 'demonstration';
/** Whether there is a demonstration whose words can be found. */
export declare const hasDemonstration: boolean;
/** A settlement with its built website. */
export interface BuiltSettlement {
  /** Its folder in `content/`. */
  readonly name: string;
  readonly settlement: Settlement;
  readonly documents: readonly PublishedDocument[];
  /** The folder of built files that browsers get. */
  readonly client: string;
}
/**
 * Sentences about what another settlement still says of the demonstration: on its pages, in scripts
 * and documents, and in what the server sends. Needs `hasDemonstration`.
 */
export declare function findDemonstrationWords(built: BuiltSettlement): Promise<string[]>;
