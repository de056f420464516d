import { contentFolder } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { findForm } from '@redress/contract/settlement';
import { type Field, isField } from '@redress/forms/definition';
import { decryptTaxId } from '@redress/server/platform/keys/encrypted-fields';
import { deriveKeys } from '@redress/server/platform/keys/keys';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { PersonalValue } from './find-personal-data.ts';

interface ClaimRow {
  readonly id: string;
  readonly number: string;
  readonly form_id: string;
  readonly form_version: number;
  readonly notice_id: string | null;
  readonly answers: Record<string, unknown>;
}
interface TaxIdRow {
  readonly number: string;
  readonly path: string;
  readonly encrypted: Buffer;
  readonly key_version: number;
}

const membersFile = join(contentFolder, 'demo/class-members.csv');
/** Choices, ticks and counts identify no one. */
const personalKinds: ReadonlySet<Field['kind']> = new Set([
  'text',
  'email',
  'phone',
  'code',
  'taxId',
  'signature',
  'rows',
]);

/**
 * Everything personal in a run's database: class members, claimants, their answers, tax IDs and
 * documents.
 */
export async function readPersonalValues(connectionString: string, secret: string): Promise<PersonalValue[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: claims } = await client.query<ClaimRow>(
      'select id, number, form_id, form_version, notice_id, answers from claims',
    );
    const { rows: taxIds } = await client.query<TaxIdRow>(
      'select number, path, encrypted, key_version from claim_tax_ids join claims on claims.id = claim_id',
    );
    const { rows: files } = await client.query<{ name: string }>(
      'select name from claim_documents union select name from uploads union select name from staged_documents',
    );
    const keys = deriveKeys(secret);
    return [
      ...readMembers(),
      ...claims.flatMap(valuesOfClaim),
      ...taxIds.flatMap(({ number, ...sealed }) => valuesOf('tax ID', decryptTaxId(number, sealed, keys).digits)),
      ...files.flatMap(({ name }) => valuesOf('file name', name)),
    ];
  } finally {
    await client.end();
  }
}

function readMembers(): PersonalValue[] {
  return (existsSync(membersFile) ? readFileSync(membersFile, 'utf8') : '')
    .trim()
    .split(/\r?\n/)
    .slice(1)
    .flatMap((line) => {
      const [noticeId = '', uniqueId = '', first = '', last = '', street = ''] = line.split(',');
      return [
        { kind: 'Notice ID', value: noticeId },
        { kind: 'Unique ID', value: uniqueId },
        { kind: 'name', value: `${first} ${last}` },
        { kind: 'name', value: last },
        { kind: 'street', value: street },
      ];
    });
}

function valuesOfClaim(claim: ClaimRow): PersonalValue[] {
  const form = findForm(settlement, claim.form_id, claim.form_version);
  if (!form) throw new Error(`Nothing is known of the form ${claim.form_id}`);
  const fields = form.sections.flatMap(({ items }) => items.filter(isField));
  return [
    ...valuesOf('claim number', claim.number),
    ...valuesOf('Notice ID', claim.notice_id),
    ...fields
      .filter(({ kind }) => personalKinds.has(kind))
      .flatMap(({ name }) => valuesOf(`answer to ${name}`, claim.answers[name])),
  ];
}

/** The texts in an answer, including rows; for a phone number also its digits. */
function valuesOf(kind: string, answer: unknown): PersonalValue[] {
  if (typeof answer === 'string') {
    const digits = answer.replace(/\D/g, '');
    return [{ kind, value: answer }, ...(digits.length >= 9 && digits !== answer ? [{ kind, value: digits }] : [])];
  }
  if (typeof answer !== 'object' || answer === null) return [];
  return Object.entries(answer).flatMap(([name, one]) => valuesOf(/^\d+$/.test(name) ? kind : `${kind}.${name}`, one));
}
