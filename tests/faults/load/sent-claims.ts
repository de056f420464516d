import type { AnyAnswers } from '@redress/forms/answers';

// What claimants know, independent of the server: what they sent, and the responses they got. The
// checker compares the server's data with it.

/** A document as its sender knows it. */
export interface SentDocument {
  readonly name: string;
  readonly size: number;
  /** In hex. */
  readonly sha256: string;
  /** All its bytes were sent at least once. */
  isSent: boolean;
  /** The server answered that it is stored, or that all its chunks have arrived. */
  isAnswered: boolean;
}

/** A claim as its claimant knows it. */
export interface SentClaim {
  readonly key: string;
  readonly formId: string;
  readonly formVersion: number;
  readonly noticeId?: string;
  /** As they must be stored, with tax IDs. */
  readonly answers: AnyAnswers;
  readonly email: string;
  readonly documents: SentDocument[];
  /** The whole body was sent at least once; otherwise there must be no claim. */
  isSent: boolean;
  answered?: {
    readonly claimNumber: string;
    readonly dateCreated: string;
    /** By `performance.now()`. */ readonly at: number;
  };
}

/** A response that no claimant should get, whatever breaks. */
interface UnexpectedResponse {
  readonly request: string;
  readonly status: number;
  readonly text: string;
}

export interface SentClaims {
  /** Requests repeated because no response came or it asked for a retry. */
  readonly repeated: string[];
  readonly claims: SentClaim[];
  readonly unexpectedResponses: UnexpectedResponse[];
}

export function noSentClaims(): SentClaims {
  return { repeated: [], claims: [], unexpectedResponses: [] };
}
