import { settlement } from '@redress/content/settlement';
import { findForm } from '@redress/contract/settlement';
import { claimFormIn } from '@redress/contract/translations';
import { parseAnswers } from '@redress/forms/parse-answers';
import { findBrokenEntry } from '@redress/server/platform/history/entries';
import type { Database } from '@redress/server/platform/database/pool';
import { readReceipt } from '@redress/server/claims/receipts/read-receipt';
import { createPdfRenderer } from '@redress/server/claims/pdf-renderer';
import { isDeepStrictEqual } from 'node:util';
import { beforeDeadline, keys } from '../setup/test-server.ts';
import { readAnswers } from '../setup/stored-answers.ts';

export interface StoredClaims {
  readonly count: number;
  /** Each fault begins with the claim number. */
  readonly faults: readonly string[];
}

/**
 * Reads every claim back. Its answers with the tax IDs must parse by the form that they were filed
 * with, to the same answers, its history must be intact, and its receipt must render.
 */
export async function checkStoredClaims(database: Database, maxReceipts: number): Promise<StoredClaims> {
  const claims = await database
    .selectFrom('claims')
    .select(['id', 'number', 'form_id', 'form_version', 'language', 'notice_id'])
    .execute();
  const history = await database
    .selectFrom('claim_history')
    .selectAll()
    .orderBy('claim_id')
    .orderBy('position')
    .execute();
  const historyOf = Map.groupBy(history, (entry) => entry.claim_id);
  const faults: string[] = [];
  for (const claim of claims) {
    const tell = (fault: string) => faults.push(`claim ${claim.number} (${claim.form_id}): ${fault}`);
    const definition = findForm(settlement, claim.form_id, claim.form_version);
    if (!definition) {
      tell('no form has this version');
      continue;
    }
    const form = claimFormIn(settlement, definition, claim.language);
    const answers = await readAnswers(database, keys, claim.number);
    const context = form.login === 'required' && claim.notice_id !== null ? { noticeId: claim.notice_id } : {};
    const parsed = parseAnswers(form, answers, context);
    if (!parsed.ok)
      tell(`its answers break rules: ${JSON.stringify(parsed.errors.map(({ field, rule }) => [field, rule]))}`);
    else if (!isDeepStrictEqual(parsed.answers, answers)) tell('its answers parse to others');
    const entries = historyOf.get(claim.id) ?? [];
    if (entries[0]?.kind !== 'claim-filed') tell('its history does not begin with its filing');
    const broken = findBrokenEntry(claim.number, entries);
    if (broken !== undefined) tell(`entry ${broken} of its history is broken`);
  }
  if (maxReceipts > 0) faults.push(...(await renderReceipts(database, claims, maxReceipts)));
  return { count: claims.length, faults };
}

/** Renders receipts of claims that are spread over all, because any typed text must render. */
async function renderReceipts(
  database: Database,
  claims: readonly { readonly number: string }[],
  maxReceipts: number,
): Promise<string[]> {
  const faults: string[] = [];
  const pdfRenderer = createPdfRenderer();
  const step = Math.max(1, Math.ceil(claims.length / maxReceipts));
  for (const { number } of claims.filter((_, index) => index % step === 0)) {
    try {
      const receipt = await readReceipt({ database, settlement }, number, beforeDeadline);
      if (!receipt) faults.push(`claim ${number}: it has no receipt`);
      else await pdfRenderer.renderReceipt(receipt.content);
    } catch (error) {
      faults.push(
        `claim ${number}: its receipt cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  await pdfRenderer.close();
  return faults;
}
