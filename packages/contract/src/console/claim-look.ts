import { type Static, Type } from 'typebox';
import { ClaimDetailsSchema, RelatedClaimsSchema } from './claim-details.ts';
import { ShownIntegritySchema } from './integrity.ts';
import { ClaimLettersSchema } from './letters.ts';
import { ClaimReviewSchema } from './review.ts';

const ClaimLookSchema = Type.Object(
  {
    record: ClaimDetailsSchema,
    review: ClaimReviewSchema,
    related: RelatedClaimsSchema,
    integrity: ShownIntegritySchema,
    letters: ClaimLettersSchema,
  },
  { description: 'Parts that the person may not see are empty' },
);
export type ClaimLook = Static<typeof ClaimLookSchema>;

export const claimLookApi = {
  'GET /claims/:number/look': {
    summary: 'Everything that the screen of a claim shows, logged as one view',
    response: { 200: ClaimLookSchema },
  },
};
