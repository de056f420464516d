import { type Static, Type } from 'typebox';

/**
 * What a claimant reads about a filed claim, in sentences of one language. The completion page, the
 * receipt and its email say the same.
 */
export const ClaimStatusSchema = Type.Object({
  reference: Type.String({ description: 'The reference number, with the prefix of the form that was filed' }),
  settlement: Type.String({ description: 'The name of the case' }),
  lateNotice: Type.Optional(Type.String({ description: 'That the claim is late, and what it means' })),
  /** Documents and data that the claim needs and that have not arrived. */
  due: Type.Array(Type.String()),
  /** By when and how to send what is due. Absent if nothing is. */
  sending: Type.Optional(Type.Object({ text: Type.String(), address: Type.Array(Type.String()) })),
  /** Whether and where the receipt is emailed. The address is masked (`j•••@example.com`). */
  receipt: Type.Optional(Type.String()),
  /** What happens next, in order. */
  next: Type.Array(Type.String()),
});
export type ClaimStatus = Static<typeof ClaimStatusSchema>;
