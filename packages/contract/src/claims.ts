import { type Static, Type } from 'typebox';
import { observationsField } from './observations.ts';
import { ClaimReceiptSchema } from './session.ts';

/** Clients send this field of the specification even to forms without a captcha. */
export const ignoredCaptchaField = 'googleRecaptchaToken';

/** The body of a claim may have these fields besides answers and the form’s own captcha. */
export const claimMetadataFields = [
  'formVersion',
  'documentsToFollow',
  observationsField,
  ignoredCaptchaField,
] as const;

export const CreatedClaimSchema = Type.Object({
  ...ClaimReceiptSchema.properties,
  late: Type.Boolean({ description: 'Filed after the deadline' }),
  documentsDue: Type.Optional(
    Type.Boolean({ description: 'Documents are due with these answers. The claim is accepted without them' }),
  ),
  receiptToken: Type.Optional(
    Type.String({ description: 'Opens the receipt and the checks of this claim, in the header `receipt-token`' }),
  ),
});
export type CreatedClaim = Static<typeof CreatedClaimSchema>;
