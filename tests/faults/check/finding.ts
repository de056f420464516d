/** A violation of an invariant. */
export interface Finding {
  readonly kind:
    | 'claim-lost'
    | 'claim-twice'
    | 'claim-changed'
    | 'claim-unsent'
    | 'half-claim'
    | 'document-lost'
    | 'document-changed'
    | 'document-unsent'
    | 'orphan'
    | 'history-broken'
    | 'receipt-lost'
    | 'receipt-twice'
    | 'unverified'
    | 'unscanned'
    | 'unexpected-response'
    | 'not-idle'
    | 'not-recovered'
    | 'nothing-lost';
  /** A sentence. All names in it are invented. */
  readonly what: string;
}
