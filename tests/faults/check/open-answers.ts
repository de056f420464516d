import type { AnyAnswer, AnyAnswers } from '@redress/forms/answers';
import { createDecipheriv, hkdfSync } from 'node:crypto';
import type { StoredClaim, StoredTaxId } from './stored-data.ts';

// Decrypts tax IDs without the server's code: only the documented format is used
// (docs/decisions/0006-tax-ids.md).

/** The complete answers of a claim. Throws when a tax ID cannot be decrypted. */
export function openAnswers(claim: StoredClaim, taxIds: readonly StoredTaxId[], secretKey: string): AnyAnswers {
  const answers: Record<string, AnyAnswer> = { ...claim.answers };
  for (const { path, encrypted } of taxIds) {
    const digits = open(encrypted, `${claim.number}:${path}`, secretKey);
    const [name = '', row, cell] = path.split('.');
    const rows = answers[name];
    if (row === undefined || cell === undefined) answers[name] = digits;
    else if (typeof rows === 'object')
      answers[name] = rows.map((there, index) => (index === Number(row) ? { ...there, [cell]: digits } : there));
  }
  return answers;
}

function open(sealed: Buffer, boundTo: string, secretKey: string): string {
  const key = Buffer.from(hkdfSync('sha256', secretKey, 'redress', 'tax-ids/1', 32));
  const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(Buffer.from(boundTo)).setAuthTag(sealed.subarray(12, 28));
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8');
}
