import type { ClaimDetails } from '@redress/contract/console/claim-details';
import { claimLookApi } from '@redress/contract/console/claim-look';
import type { Permission } from '@redress/contract/console/staff';
import { recordRead } from '../access-log/record-read.ts';
import { findClaim } from '../claim-details/find-claim.ts';
import { readClaimDetails } from '../claim-details/read-claim-details.ts';
import { numbersOf, readRelatedClaims } from '../claim-details/read-related-claims.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import { claimsNamed, showIntegrity } from '../integrity/show-integrity.ts';
import { readClaimLetters } from '../letters/read-claim-letters.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readReview } from '../review/read-review.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';

/** The access log names what a person sees of a claim beside its facts. */
const partsOf = ({ answers, contact, notes }: ClaimDetails): string[] => [
  ...(answers ? ['part answers'] : []),
  ...(contact ? ['part contact information'] : []),
  ...(notes ? ['part notes'] : []),
];

/**
 * `GET /api/console/claims/:number/look`: a claim with all that its screen shows. One request, so
 * that the access log has one entry for one look.
 */
export async function claimLookRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, claimLookApi);
  route('GET /claims/:number/look', { access: 'claims', reads: 'view', problems: [404] }, async (request) => {
    const claim = await findClaim(context, request.params.number, casesWith(request, 'claims'));
    const person = staffOf(request);
    const sees = (permission: Permission) => person.permitted[permission].includes(claim.case_id);
    const [record, review, letters, related, shown] = await Promise.all([
      readClaimDetails(context, person, claim),
      readReview(context, person, claim),
      readClaimLetters(context, person, claim),
      sees('contact') ? readRelatedClaims(context, claim, person.permitted.contact) : undefined,
      sees('decide') ? showIntegrity(context, person.id, claim) : undefined,
    ]);
    const resultIds = [
      ...new Set([...partsOf(record), ...letters.parts.map((part) => `part ${part}`)]),
      ...(related ? ['part other claims'] : []),
      ...(shown?.integrity ? ['part signals'] : []),
      ...new Set([...review.duplicates, ...(related ? numbersOf(related) : []), ...(shown ? claimsNamed(shown) : [])]),
    ];
    await recordRead(context, request, { what: 'view', subject: `claim ${claim.number}`, resultIds });
    return {
      record,
      review,
      letters: letters.told,
      related: related ?? { groups: [], isPartial: false },
      integrity: shown ?? { hidden: null, integrity: null },
    };
  });
}
