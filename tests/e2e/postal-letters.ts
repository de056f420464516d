import { randomUUID } from 'node:crypto';
import { createLetterId } from '@redress/server/claims/letters/letter-id';
import { fileClaim, ownAnswers } from './console-claims.ts';
import { query } from './filed-claims.ts';

const content = {
  lang: 'en-US',
  siteName: 'A settlement',
  returnAddress: ['P.O. Box 1'],
  statusPage: 'https://claims.example.com/status',
  phone: '1-800-555-0142',
  date: 'July 1, 2025',
  reference: '1',
  subject: 'We changed your address',
  body: ['We changed your address.'],
};

interface Inserted {
  readonly number: string;
  /** The letter ID. */
  readonly code: string;
}

/** Files a payor's claim, and inserts a letter by post about it that was mailed or is queued. */
export async function insertLetter(status: 'queued' | 'mailed', lastLine = 'Concord, NH 03301'): Promise<Inserted> {
  const number = await fileClaim([], { ...ownAnswers(), street2: '' });
  const code = createLetterId();
  await query(
    `insert into letters (code, claim_id, kind, template_version, language, content, channel, address, status, queued_at, mailed_on, due_at)
     select $2, id, 'contact-changed', 1, 'en', $3, 'post', array[name, answers->>'street1', $4], $5, now() - interval '1 day', $6, now()
     from claims where number = $1`,
    [number, code, JSON.stringify(content), lastLine, status, status === 'mailed' ? '2025-07-01' : null],
  );
  return { number, code };
}

/** Inserts an email that bounced, and a report that names no letter. Returns the report's subject. */
export async function insertBounces(): Promise<string> {
  const number = await fileClaim([], { ...ownAnswers(), street2: '' });
  await query(
    `insert into letters (code, claim_id, kind, template_version, language, content, channel, email, status, queued_at, due_at)
     select $2, id, 'contact-changed', 1, 'en', $3, 'email', 'a@example.com', 'bounced', now(), now() from claims where number = $1`,
    [number, createLetterId(), JSON.stringify(content)],
  );
  const subject = `Failure notice ${randomUUID()}`;
  await query(
    `insert into bounce_reports (received_at, sha256, sender, subject, excerpt)
     values (now(), sha256(convert_to($1::text, 'UTF8')), 'postmaster@example.net', $1, 'Hi. This is qmail.')`,
    [subject],
  );
  return subject;
}
