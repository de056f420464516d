import type { ShownIntegrity } from '@redress/contract/console/integrity';
import type { FoundClaim } from '../claim-details/find-claim.ts';
import type { ConsoleContext } from '../context.ts';
import { readHiddenReason } from '../sign-in/blind-reviews.ts';
import { readClaimIntegrity } from './read-claim-integrity.ts';

/** The signals of a claim, unless they are hidden from the person. */
export async function showIntegrity(
  context: ConsoleContext,
  staffId: string,
  { id, case_id: caseId }: Pick<FoundClaim, 'id' | 'case_id'>,
): Promise<ShownIntegrity> {
  const hidden = await readHiddenReason(context.database, id, staffId);
  const integrity = hidden === null ? await readClaimIntegrity(context.database, context, { id, caseId }) : null;
  return { hidden, integrity };
}

/** The other claims that the signals, links and marks of a claim name. */
export function claimsNamed({ integrity }: ShownIntegrity): string[] {
  if (!integrity) return [];
  const { duplicate, machine, links, neutralMarks } = integrity;
  const inEvidence = [duplicate, machine].flatMap(({ signals }) => signals.flatMap(({ claims }) => claims));
  return [...new Set([...[links, neutralMarks].flat().map(({ claim }) => claim), ...inEvidence])];
}
