import { findForm } from '@redress/contract/settlement';
import { type Kysely, sql, type Selectable } from 'kysely';
import type { ConsoleContext } from '../context.ts';
import type { ClaimObservationsTable } from './tables.ts';
import type { Tables } from '../../platform/database/tables.ts';
import { decryptTaxId, type EncryptedTaxId } from '../../platform/keys/encrypted-fields.ts';
import { type ClaimFeatures, featuresOf, type Observations } from './claim-features.ts';
import { readSketches } from '../../claims/documents/row-sketches.ts';
import { isIssuedEin } from './us-places.ts';

export type IntegrityContext = Pick<ConsoleContext, 'database' | 'settlement' | 'keys' | 'now'>;

/** SQL: `any($1::bigint[])`, which has one plan for every number of IDs. */
export const anyOf = (ids: readonly string[]) => sql<string>`any(${ids}::bigint[])`;

/**
 * Loads claims with the sources of their features, by ID. Purged claims, and those of forms that
 * the settlement no longer has, are left out.
 */
export async function loadClaims(
  transaction: Kysely<Tables>,
  { settlement, keys }: Pick<IntegrityContext, 'settlement' | 'keys'>,
  ids: readonly string[],
): Promise<Map<string, ClaimFeatures>> {
  const loaded = new Map<string, ClaimFeatures>();
  if (ids.length === 0) return loaded;
  const rows = await transaction
    .selectFrom('claims')
    .leftJoin('claim_observations', 'claim_observations.claim_id', 'claims.id')
    .select(['id', 'number', 'form_id', 'form_version', 'filed_at', 'notice_id', 'answers', 'suspected_machine'])
    .select('claims.without_script')
    .select(['visible_seconds', 'fields_typed', 'fields_pasted', 'fields_filled', 'fields_other', 'draft_restored'])
    .select(['automated', 'claims_chrome', 'lacks_client_hints', 'address_hash', 'browser_hash', 'network_kind'])
    .select(sql<string | null>`network_list_date::text`.as('network_list_date'))
    .where('id', '=', anyOf(ids))
    .where('status', '=', 'filed')
    .execute();
  const taxIds = Map.groupBy(
    await transaction
      .selectFrom('claim_tax_ids')
      .select(['claim_id', 'path', 'encrypted', 'key_version', 'lookup'])
      .where('claim_id', '=', anyOf(ids))
      .execute(),
    ({ claim_id: id }) => id,
  );
  const documents = Map.groupBy(
    await transaction
      .selectFrom('claim_documents')
      .select(['claim_id', 'sha256'])
      .where('claim_id', '=', anyOf(ids))
      .where('status', '=', 'stored')
      .execute(),
    ({ claim_id: id }) => id,
  );
  const sketches = await readSketches(transaction, ids);
  for (const row of rows) {
    const form = findForm(settlement, row.form_id, row.form_version);
    if (!form) continue;
    const ofClaim = taxIds.get(row.id) ?? [];
    const features = featuresOf(form, row.answers, {
      id: row.id,
      number: row.number,
      filedAt: row.filed_at,
      noticeId: row.notice_id ?? undefined,
      withoutScript: row.without_script,
      hiddenFieldFilled: row.suspected_machine,
      taxIds: ofClaim.map(({ lookup }) => lookup.toString('hex')),
      impossibleEin: ofClaim.some((taxId) => isNeverIssued(row.number, taxId, keys)),
      documents: (documents.get(row.id) ?? []).flatMap(({ sha256 }) => sha256?.toString('hex') ?? []),
      rows: sketches.get(row.id),
      observations: observationsOf(row),
    });
    loaded.set(row.id, features);
  }
  return loaded;
}

/** A tax ID that cannot be decrypted is not evidence. */
function isNeverIssued(number: string, taxId: EncryptedTaxId, keys: IntegrityContext['keys']): boolean {
  // Only the filer's tax ID is checked: decrypting thousands of an agent's rows would take too
  // long.
  if (taxId.path.includes('.')) return false;
  try {
    const { digits } = decryptTaxId(number, taxId, keys);
    return digits.length === 9 && !isIssuedEin(digits);
  } catch {
    return false;
  }
}

type ObservedColumns = Omit<
  Selectable<ClaimObservationsTable>,
  'claim_id' | 'case_id' | 'at' | 'without_script' | 'network_hash' | 'network_list_date'
> & { readonly network_list_date: string | null };

function observationsOf(row: ObservedColumns): Observations {
  return {
    visibleSeconds: row.visible_seconds ?? undefined,
    typed: row.fields_typed ?? undefined,
    pasted: row.fields_pasted ?? undefined,
    filled: row.fields_filled ?? undefined,
    other: row.fields_other ?? undefined,
    draftRestored: row.draft_restored ?? undefined,
    automated: row.automated ?? undefined,
    lacksClientHints: row.claims_chrome === true && row.lacks_client_hints === true,
    addressHash: row.address_hash?.toString('hex'),
    browserHash: row.browser_hash?.toString('hex'),
    networkKind: row.network_kind ?? undefined,
    networkListDate: row.network_list_date ?? undefined,
  };
}
