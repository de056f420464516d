import { settlement } from '@redress/content/settlement';
import type { ClaimFlag } from '@redress/contract/console/review';
import { withClient } from '@redress/server/platform/database/pool';

/** Invented claims have the columns of the list. */
export interface InventedClaim {
  readonly id: number;
  readonly number: string;
  readonly caseId: string;
  readonly formId: string;
  readonly filedAt: string;
  /** The day is the court's. */
  readonly filedDay: string;
  readonly name: string;
  readonly state: string;
  readonly language: 'en' | 'es';
  /** The amount is in dollars. */
  readonly amount: string | null;
  readonly status: 'received' | 'waiting-documents' | 'purged';
  readonly flags: readonly ClaimFlag[];
  readonly withoutScript: boolean;
}

/** All versions of a form are in one case. */
const formsAndCases = [...new Map(settlement.claimForms.map(({ id, caseId }) => [id, caseId]))];
const states = ['Ohio', 'Texas', 'New York', "O'Brien's Land", ''];
const flagPeriods = [4, 6, 7, 19, 23];
const flags = ['late', 'duplicate', 'machine', 'documents-missing', 'data-errors'] as const;

/**
 * Prime numbers spread the values of claims, so that all combinations occur. Several are filed at
 * the same moment, and have equal names and amounts.
 */
export function inventClaims(count: number, firstId = 1): InventedClaim[] {
  return Array.from({ length: count }, (_, index) => {
    const id = firstId + index;
    const [formId = '', caseId = ''] = formsAndCases[(id * 7) % 3] ?? [];
    // 08:00 UTC is the same day from New York to Los Angeles.
    const filedDay = new Date(Date.UTC(2025, 4, 1) + Math.floor(id / 9) * 86_400_000).toISOString().slice(0, 10);
    return {
      id,
      number: String(8_000_000_000 + ((id * 7_919) % 1_000_003)),
      caseId,
      formId,
      filedAt: `${filedDay}T12:00:00.${String((id * 31) % 4).padStart(6, '0')}Z`,
      filedDay,
      name: `Person ${['Ávila', 'Garcia', 'Núñez', 'Zimmer'][(id * 13) % 4]} ${(id * 17) % 29}`,
      state: states[(id * 11) % 5] ?? '',
      language: id % 11 < 4 ? 'es' : 'en',
      amount: formId === 'individual' || id % 10 === 0 ? null : `${(id * 37) % 500}.${String((id * 3) % 4)}5`,
      status: id % 19 === 0 ? 'waiting-documents' : 'received',
      flags: flags.filter((_each, at) => id % (flagPeriods[at] ?? 1) === 0),
      withoutScript: id % 8 === 0,
    };
  });
}

/** Writes invented claims to the tables that lists read, and bypasses the rules of the database. */
export async function insertListedClaims(connectionString: string, claims: readonly InventedClaim[]): Promise<void> {
  const rows = claims.map(({ flags: flagged, ...claim }) => ({
    ...claim,
    ...Object.fromEntries(flags.map((flag) => [flag, flagged.includes(flag)])),
    nameNorm: claim.name.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase(),
    terms: [
      `case:${claim.caseId}`,
      `form:${claim.formId}`,
      `lang:${claim.language}`,
      `status:${claim.status}`,
      ...(claim.state === '' ? [] : [`state:${claim.state}`]),
      ...flagged.map((flag) => `flag:${flag}`),
      ...(claim.withoutScript ? ['flag:no-script'] : []),
    ],
  }));
  await withClient(connectionString, async (client) => {
    await client.query('set session_replication_role = replica');
    await client.query(
      `insert into claim_search (claim_id, case_id, form_id, number, filed_at, filed_day, name, name_norm, state, zip,
         language, amount, without_script, late, duplicate, machine, documents_missing, data_errors, status, terms)
       select id, "caseId", "formId", number, "filedAt", "filedDay", name, "nameNorm", state, '',
         language, amount, "withoutScript", late, duplicate, machine, "documents-missing", "data-errors", status,
         array_to_tsvector(terms)
       from jsonb_to_recordset($1::jsonb) as row (id bigint, "caseId" text, "formId" text, number text,
         "filedAt" timestamptz, "filedDay" text, name text, "nameNorm" text, state text, language text, amount numeric,
         "withoutScript" boolean, late boolean, duplicate boolean, machine boolean, "documents-missing" boolean,
         "data-errors" boolean, status text, terms text[])`,
      [JSON.stringify(rows)],
    );
    await client.query(
      `truncate claim_counts;
       insert into claim_counts (case_id, form_id, filed_day, state, language, status, without_script, late, duplicate,
         machine, documents_missing, data_errors, claims, amount)
       select case_id, form_id, filed_day, state, language, status, without_script, late, duplicate, machine,
         documents_missing, data_errors, count(*), coalesce(sum(amount), 0)
       from claim_search group by 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12;
       analyze claim_search`,
    );
  });
}
