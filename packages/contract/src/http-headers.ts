export const xsrfCookie = 'XSRF-TOKEN';
export const xsrfHeader = 'x-xsrf-token';
export const idempotencyHeader = 'idempotency-key';
export const uniqueIdHeader = 'p1';
export const noticeIdHeader = 'p2';
/** Carries the solved challenge of a `work-required` problem. */
export const loginWorkHeader = 'login-work';
/** Proves that a claim was filed in this browser tab. Without it, a receipt cannot be opened. */
export const receiptTokenHeader = 'receipt-token';
/** Chooses the language of messages in the answer. */
export const languageHeader = 'accept-language';
/** Staff’s browsers send `1` on automatic requests, which do not keep a session alive. */
export const backgroundHeader = 'x-redress-background';
/** An idempotency key has 16 to 64 letters, digits, `-` or `_`. */
export const idempotencyKeyPattern = /^[\w-]{16,64}$/;
