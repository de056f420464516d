import type { Page, Request } from '@playwright/test';
import { query } from './database.ts';

interface FiledClaim extends Record<string, unknown> {
  /** As stored, without tax IDs. */
  readonly answers: Readonly<Record<string, unknown>>;
  readonly notice_id: string | null;
  readonly documents_due: boolean;
  readonly suspected_machine: boolean;
  readonly documents: number;
  readonly tax_ids: readonly string[] | null;
}

/** A claim as stored in the database, with the paths of its tax IDs. */
export async function readFiledClaim(claimNumber: string): Promise<FiledClaim> {
  const [claim] = await query<FiledClaim>(
    `select answers, notice_id, documents_due, suspected_machine,
       (select count(*)::int from claim_documents d where d.claim_id = c.id and d.status = 'stored') as documents,
       (select array_agg(path order by path) from claim_tax_ids t where t.claim_id = c.id) as tax_ids
     from claims c where number = $1`,
    [claimNumber],
  );
  if (!claim) throw new Error(`There is no claim ${claimNumber}`);
  return claim;
}

/** The next claim that the page sends, as sent. */
export async function nextSentClaim(page: Page, resource: string): Promise<Readonly<Record<string, unknown>>> {
  const isClaim = (request: Request) => request.method() === 'POST' && request.url().endsWith(`/api/${resource}`);
  const body: unknown = (await page.waitForRequest(isClaim)).postDataJSON();
  if (typeof body !== 'object' || body === null) throw new Error('The claim is no object');
  return { ...body };
}
