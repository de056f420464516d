import type { AnyAnswers } from '@redress/forms/answers';

// What claimants know, kept apart from the server: what they sent, and what they were told. The
// checker holds the server to it.

/** A document as its sender knows it. */
export interface SentDocument {
  readonly name: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
  /** All its bytes were on the way at least once. */
  isSent: boolean;
  /** The server said that it is stored, or that all its pieces are there. */
  isAnswered: boolean;
}

/** A claim as its claimant knows it. */
export interface SentClaim {
  readonly key: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly noticeId?: string;
  /** As they must be kept, with tax IDs. */
  readonly answers: AnyAnswers;
  readonly email: string;
  readonly documents: SentDocument[];
  /** The whole body was on the way at least once: without that there must be no claim. */
  isSent: boolean;
  answered?: {
    readonly claimNumber: string;
    readonly dateCreated: string;
    /** By `performance.now()`. */ readonly at: number;
  };
}

/** An answer that no claimant should get, whatever breaks. */
interface OddAnswer {
  readonly request: string;
  readonly status: number;
  readonly text: string;
}

export interface SentClaims {
  /** How often a request had to be sent again, because no answer came or it said "later". */
  repeats: number;
  readonly claims: SentClaim[];
  readonly oddAnswers: OddAnswer[];
}

export function noSentClaims(): SentClaims {
  return { repeats: 0, claims: [], oddAnswers: [] };
}
