import { claimFacts, dataFilesOf } from '@redress/contract/claim-facts';
import type { DataChecks } from '@redress/contract/data-checks';
import type { Language } from '@redress/contract/language';
import type { Settlement } from '@redress/contract/manifest';
import { receiptMessagesIn } from '@redress/contract/translations';
import { dataMessages } from '@redress/datafiles/messages/by-language';
import type { Database } from '../database/pool.ts';
import { readDataChecks } from './read-data-checks.ts';
import { tellDataChecks, tellScans } from './format-data-checks.ts';

export interface ToldRoom {
  readonly database: Database;
  readonly settlement: Settlement;
  readonly now: () => Date;
  /** A virus scanner is configured: what it has not looked at yet is told of too. */
  readonly isScanned: boolean;
}
type Told = Pick<DataChecks, 'files' | 'review' | 'mending'>;

/**
 * What came of a claim's data files by now, and which of its documents hold a virus, in a language; undefined for a claim of which there is
 * nothing to tell, or that is not there.
 */
export async function dataChecksOfClaim(
  { database, settlement, now, isScanned }: ToldRoom,
  claimNumber: string,
  language: Language,
): Promise<Told | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'case_id', 'answers'])
    .where('number', '=', claimNumber)
    .executeTakeFirst();
  if (!claim) return undefined;
  const checks = await readDataChecks(database, claim.id, isScanned ? { now: now() } : undefined);
  if (checks.length === 0) return undefined;
  const form = settlement.claimForms.find(({ id, version }) => id === claim.form_id && version === claim.form_version);
  const dataFiles = form && dataFilesOf(form);
  const rules = settlement.dataRules?.[claim.form_id];
  if (!dataFiles || !rules) return tellScans(checks, language);
  const mending = receiptMessagesIn(settlement, claim.case_id, language)?.mending;
  return tellDataChecks(checks, {
    language,
    words: dataMessages[language],
    rules,
    facts: claimFacts(dataFiles, claim.answers),
    ...(mending === undefined ? {} : { mending }),
  });
}

/** Throws for a form that takes data files and has no rules for them: each is asked for at the start. */
export function requireDataRules({ claimForms, dataRules }: Settlement): void {
  for (const form of claimForms)
    if (dataFilesOf(form) && !dataRules?.[form.id])
      throw new Error(`The settlement has no rules for the data files of the form ${form.id}`);
}
