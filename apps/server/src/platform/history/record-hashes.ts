import type { ReportContent } from '@redress/contract/console/reports';
import { hash } from 'node:crypto';
import { sql } from 'kysely';
import { canonicalJson, type Json } from '../keys/canonical-json.ts';
import { keyedHash } from '../keys/keys.ts';

// What the history of a record says of its row, as hexadecimal digits, so that a changed row is
// found. These hashes are stored: what goes into them must never change. Those of personal data of
// class members are keyed, so that nobody can guess the data.

const sha256 = (content: Json): string => hash('sha256', canonicalJson(content));
const keyed = (key: Buffer, content: Json): string => keyedHash(key, canonicalJson(content)).toString('hex');

/** A row as PostgreSQL's driver reads it. */
type Row<Texts extends string, Dates extends string = never> = Readonly<Record<Texts, string> & Record<Dates, Date>>;
type Decided = Readonly<Record<'decision' | 'decided_by', string | null>> & { readonly decided_at: Date | null };

/** SQL: the SHA-256 of the text of `approvals.evidence`. */
export const evidenceDigest = sql<string | null>`encode(sha256(convert_to(evidence::text, 'UTF8')), 'hex')`;

/** How a request for a second person was decided, and with what proof. */
export const hashApprovalDecision = ({
  id,
  decision,
  decided_at: decidedAt,
  decided_by: decidedBy,
  decision_reason: reason,
  evidenceDigest: evidence,
}: Row<'id' | 'decision_reason'> & Decided & { readonly evidenceDigest: string | null }): string =>
  sha256(['approval-decision', id, decision, decidedAt?.toISOString() ?? null, decidedBy, reason, evidence]);

/** Whose passkey it is, and the key that verifies its signatures. */
export const hashPasskey = ({
  id,
  staff_id: staffId,
  public_key: publicKey,
}: Row<'staff_id'> & Readonly<Record<'id' | 'public_key', Buffer>>): string =>
  sha256(['passkey', id.toString('hex'), staffId, publicKey.toString('hex')]);

/** A kept report with its parameters, except the files, whose SHA-256 the history has. */
export const hashReport = (
  report: Row<'kind' | 'seal' | 'claims' | 'asked_by', 'asked_at'> &
    Readonly<Record<'first_day' | 'last_day', string | null>> & {
      readonly case_ids: readonly string[];
      readonly query_version: number;
      readonly content: ReportContent;
    },
): string =>
  sha256([
    'report',
    report.kind,
    report.case_ids,
    report.first_day,
    report.last_day,
    report.seal,
    report.query_version,
    Number(report.claims),
    report.asked_by,
    report.asked_at.toISOString(),
    report.content,
  ]);

/** An address of a class member as it was entered. */
export const hashAddress = (
  address: Row<'id' | 'notice_id' | 'street' | 'city' | 'state' | 'zip' | 'source' | 'reason', 'entered_at'> & {
    readonly asked_by: string | null;
  },
  key: Buffer,
): string => {
  const { id, notice_id, street, city, state, zip, source, reason, entered_at, asked_by } = address;
  const lines = [street, city, state, zip];
  return keyed(key, ['member-address', id, notice_id, ...lines, source, reason, entered_at.toISOString(), asked_by]);
};

/** What was decided about an address. */
export const hashAddressDecision = (
  {
    id,
    decision,
    decided_by: decidedBy,
    decided_at: decidedAt,
    decision_reason: reason,
  }: Row<'id'> & Decided & { readonly decision_reason: string | null },
  key: Buffer,
): string => keyed(key, ['member-address-decision', id, decision, decidedBy, decidedAt?.toISOString() ?? null, reason]);

/** An answer to a request for lost IDs, without the class member, who is deleted before it is. */
export const hashIdAnswer = (
  answer: Row<'request_id' | 'answer' | 'note' | 'answered_by', 'answered_at'> & { readonly position: number },
  key: Buffer,
): string => {
  const { request_id, position, note, answered_by, answered_at } = answer;
  return keyed(key, ['id-answer', request_id, position, answer.answer, note, answered_by, answered_at.toISOString()]);
};

/** The class member whom an answer names. */
export const hashAnsweredMember = (
  {
    request_id: request,
    position,
    notice_id: noticeId,
  }: Row<'request_id'> & { readonly position: number; readonly notice_id: string | null },
  key: Buffer,
): string => keyed(key, ['id-answer-member', request, position, noticeId]);
