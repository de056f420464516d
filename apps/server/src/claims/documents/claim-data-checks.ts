import { sql } from 'kysely';
import { claimFacts, dataFilesOf } from '@redress/contract/data-file-expectations';
import type { Language } from '@redress/contract/language';
import { findForm } from '@redress/contract/settlement';
import { receiptMessagesIn } from '@redress/contract/translations';
import type { ClaimsContext } from '../context.ts';
import type { Database } from '../../platform/database/pool.ts';
import { type FileCheck, type FormattedDataChecks, formatDataChecks } from './format-data-checks.ts';

/** An upload that the scanner has not reached after this time is no longer reported as waiting. */
const reportWaitingMilliseconds = 30 * 60 * 1_000;

/**
 * The checks of a claim's data files and the viruses in its uploads, as messages for the claimant.
 * `undefined` for a claim that has neither, or does not exist.
 */
export async function describeClaimDataChecks(
  { database, settlement, now, isScanned }: Pick<ClaimsContext, 'database' | 'settlement' | 'now' | 'isScanned'>,
  claimNumber: string,
  language: Language,
): Promise<FormattedDataChecks | undefined> {
  const claim = await database
    .selectFrom('claims')
    .select(['id', 'form_id', 'form_version', 'case_id', 'answers'])
    .where('number', '=', claimNumber)
    .executeTakeFirst();
  if (!claim) return undefined;
  const waitingSince = isScanned ? new Date(now().getTime() - reportWaitingMilliseconds) : undefined;
  const checks = await readFileChecks(database, claim.id, waitingSince);
  if (checks.length === 0) return undefined;
  const form = findForm(settlement, claim.form_id, claim.form_version);
  const dataFiles = form && dataFilesOf(form);
  const rules = settlement.dataRules?.[claim.form_id];
  const howToFix = receiptMessagesIn(settlement, claim.case_id, language)?.howToFix;
  const data = dataFiles && rules && { rules, facts: claimFacts(dataFiles, claim.answers), howToFix };
  return formatDataChecks(checks, language, data);
}

/**
 * A claim's data files in the order of arrival, and its other uploads that hold a virus or, if they
 * were stored after `waitingSince`, that the scanner has not reached yet.
 */
async function readFileChecks(
  database: Database,
  claimId: string,
  waitingSince: Date | undefined,
): Promise<FileCheck[]> {
  const rows = await database
    .selectFrom('claim_documents')
    .leftJoin('data_checks', 'data_checks.document_id', 'claim_documents.id')
    .select(['claim_documents.name', 'scan', 'data_checks.document_id', 'data_checks.outcome', 'data_checks.report'])
    .where('claim_documents.claim_id', '=', claimId)
    .where('claim_documents.status', '=', 'stored')
    .where((where) =>
      where.or([
        where('data_checks.document_id', 'is not', null),
        where('scan', '=', 'infected'),
        ...(waitingSince ? [where.and([where('scan', '=', 'waiting'), where('stored_at', '>', waitingSince)])] : []),
      ]),
    )
    .orderBy('claim_documents.stored_at')
    .orderBy('claim_documents.name')
    .execute();
  return rows.map(({ name, scan, document_id: checkId, outcome, report }) => ({
    name,
    isData: checkId !== null,
    result: scan === 'infected' ? 'infected' : (report ?? (outcome === null ? 'waiting' : 'failed')),
  }));
}

/**
 * Whether a claim still has an unchecked data file, an unfinished resumable upload or, with a virus
 * scanner, an unscanned upload.
 */
export async function hasPendingFiles(database: Database, claimId: string, isScanned = false): Promise<boolean> {
  const { rows } = await sql`
    select from data_checks where claim_id = ${claimId} and finished_at is null
    union all select from uploads where claim_id = ${claimId} and finished_at is null
    union all select from claim_documents
      where ${isScanned} and claim_id = ${claimId} and status = 'stored' and scan = 'waiting'
    limit 1`.execute(database);
  return rows.length > 0;
}
