import { type Static, Type } from 'typebox';

/**
 * Tells a claimant about a filed claim, in sentences of one language. The completion page, the
 * receipt and its email show the same.
 */
export const ClaimStatusSchema = Type.Object({
  reference: Type.String({ description: 'The reference number, with the prefix of the form that was filed' }),
  settlement: Type.String({ description: 'The name of the case' }),
  lateNotice: Type.Optional(Type.String({ description: 'That the claim is late, and what it means' })),
  /** The claim still needs these documents and data. */
  due: Type.Array(Type.String()),
  /** Explains how to send them, and by when. Absent if nothing is due. */
  sending: Type.Optional(Type.Object({ text: Type.String(), address: Type.Array(Type.String()) })),
  /** Says whether and where the receipt is emailed. The address is masked (`j•••@example.com`). */
  receipt: Type.Optional(Type.String()),
  /** The next steps, in order. */
  next: Type.Array(Type.String()),
});
export type ClaimStatus = Static<typeof ClaimStatusSchema>;
