import { randomUUID } from 'node:crypto';
import type { Language } from '@redress/contract/language';
import { dueLetterKinds, type LetterContent, type LetterKind } from '@redress/contract/letters';
import { findForm, type Settlement } from '@redress/contract/settlement';
import { claimFormIn, pathOfKind } from '@redress/contract/translations';
import { dayIn } from '@redress/forms/court-day';
import { formatMoney } from '@redress/forms/format-money';
import { type Selectable, sql } from 'kysely';
import type { Database } from '../../platform/database/pool.ts';
import { hashRow } from '../../platform/history/row-hashes.ts';
import type { ClaimsContext } from '../context.ts';
import { addHistoryEntries } from '../history/claim-history.ts';
import { nameInEmail } from '../receipts/read-receipt.ts';
import { inCents, requireReceiptMessages } from '../status/claim-status.ts';
import { accessCodeDays, hashOfNewCode } from './access-code.ts';
import { createLetterId } from './letter-id.ts';
import { formatLetterDay, letterMessages } from './letter-messages.ts';
import { mergeLetter } from './merge-letter.ts';
import { channelTo, emailTo, type Recipient, readRecipients } from './recipients.ts';
import { dueOf, isGranted } from './record-mailing.ts';
import type { LettersTable } from './tables.ts';

export type LetterContext = Pick<ClaimsContext, 'settlement' | 'keys' | 'publicUrl'>;

const readDecided = (database: Database, claimIds: readonly string[]) =>
  database
    .selectFrom('claims')
    .innerJoin('claim_review as review', 'review.claim_id', 'claims.id')
    .select(['id', 'number', 'claims.case_id', 'form_id', 'form_version', 'language', 'notice_id', 'filed_at'])
    .select(['name', 'amount', 'answers', 'summary'])
    .select(['decision_id', 'review.status', 'review.reasons', 'review.recognized_amount', 'letter_due', 'cure_due'])
    .select(isGranted(sql.ref('letter_due'), sql.ref('decision_id')).as('isGranted'))
    .where('id', '=', sql<string>`any(${claimIds}::bigint[])`)
    .where('claims.status', '=', 'filed')
    .orderBy('id')
    .execute();
type DecidedClaim = Awaited<ReturnType<typeof readDecided>>[number];

export interface PlannedLetter extends Pick<
  Selectable<LettersTable>,
  'kind' | 'language' | 'template_version' | 'channel' | 'email' | 'decision_id'
> {
  readonly claim: Pick<DecidedClaim, 'id' | 'number'>;
  readonly address: readonly string[] | null;
  readonly content: LetterContent;
  /** The letter that came back, and that this one repeats. */
  readonly replaces?: string;
  /** The files with a virus that it is about. */
  readonly documents?: string[];
}

/**
 * Composes the letters that the decisions in force of claims need, as they would be queued now.
 * Claims whose decision needs none are left out. A letter with neither an email nor a postal
 * address cannot be sent.
 * @param kind instead of the letter that a decision needs, for example a reminder of it
 * @param files the names of files that the letter lists
 * @param to where the letters go instead
 */
export async function planLetters(
  database: Database,
  context: Pick<LetterContext, 'settlement' | 'publicUrl'>,
  claimIds: readonly string[],
  now: Date,
  kind?: LetterKind,
  files: readonly string[] = [],
  to: Partial<Recipient> = {},
): Promise<PlannedLetter[]> {
  const claims = await readDecided(database, claimIds);
  const recipients = await readRecipients(database, context.settlement, claims, now);
  return claims.flatMap((claim) => {
    const recipient = recipients.get(claim.id);
    const letter = kind ?? claim.letter_due;
    return recipient && letter !== null
      ? [planLetter(context, claim, { ...recipient, ...to }, letter, files, now)]
      : [];
  });
}

const kindsAboutDecisions: readonly LetterKind[] = [...dueLetterKinds, 'reminder'];

function planLetter(
  { settlement, publicUrl }: Pick<LetterContext, 'settlement' | 'publicUrl'>,
  claim: DecidedClaim,
  recipient: Recipient,
  kind: LetterKind,
  files: readonly string[],
  now: Date,
): PlannedLetter {
  const { id, number, language } = claim;
  const template = lettersIn(settlement, language)[kind];
  const channel = channelTo(recipient);
  return {
    claim: { id, number },
    kind,
    language,
    template_version: template.version,
    channel,
    email: emailTo(recipient),
    address: recipient.address,
    // Other letters stay true, whatever becomes of the decision.
    decision_id: kindsAboutDecisions.includes(kind) ? claim.decision_id : null,
    content: mergeLetter({
      template,
      files,
      ...describe(settlement, publicUrl, claim, { ...recipient, kind, channel }, now),
    }),
  };
}

/** The templates of letters in a language. */
export const lettersIn = ({ letters, translations }: Settlement, language: Language): Settlement['letters'] =>
  (language === 'en' ? undefined : translations?.[language]?.letters) ?? letters;

/** The parts of a letter that depend on the claim. */
function describe(
  settlement: Settlement,
  publicUrl: URL,
  claim: DecidedClaim,
  to: Recipient & Pick<PlannedLetter, 'kind' | 'channel'>,
  now: Date,
) {
  const { language } = claim;
  const filedOn = findForm(settlement, claim.form_id, claim.form_version);
  if (!filedOn) throw new Error(`The form ${claim.form_id} has no version ${claim.form_version}`);
  const form = claimFormIn(settlement, filedOn, language);
  const { settlement: caseName, caption } = requireReceiptMessages(settlement, claim.case_id, language);
  const dayOf = (moment: Date) => dayIn(form.timeZone, moment);
  const { isGranted: isLast } = claim;
  const due =
    to.kind === 'reminder' ? claim.cure_due : dueOf(settlement, claim, { ...to, isGranted: isLast }, dayOf(now));
  const reference = `${form.referencePrefix}${claim.number}`;
  // An email goes to an address that anyone with the two IDs could have typed.
  const name = to.channel === 'email' ? nameInEmail(claim, to.name) : to.name;
  return {
    language,
    caption,
    returnAddress: settlement.mailRules.returnAddress[claim.case_id] ?? [],
    date: formatLetterDay(dayOf(now), language),
    values: {
      name: name ?? letterMessages[language].nameless,
      reference,
      settlement: caseName,
      filedOn: formatLetterDay(dayOf(claim.filed_at), language),
      ...(claim.recognized_amount !== null && { amount: formatAmount(claim.recognized_amount) }),
      ...(claim.amount !== null && { claimedAmount: formatAmount(claim.amount) }),
      ...(due !== null ? { due: formatLetterDay(due, language) } : isLast && { due }),
      outcome: outcomeOf(claim),
      statusPage: `${publicUrl.origin}${pathOfKind(settlement.site, 'status', language)}`,
      phone: settlement.site.phone,
    },
    reasons: claim.reasons.flatMap((reasonId) => {
      const reason = settlement.review.reasons.find((each) => each.id === reasonId);
      return reason ? [reason.text[language]] : [];
    }),
  };
}

/** The decision in a sentence, in the language of the claim. */
function outcomeOf({ status, recognized_amount: amount, language }: DecidedClaim): string {
  const { approved, reduced, denied } = letterMessages[language].outcome;
  if (amount === null) return denied;
  return status === 'reduced' ? reduced(formatAmount(amount)) : approved(formatAmount(amount));
}

const formatAmount = (amount: string): string => formatMoney(inCents(amount));

interface Queueing {
  readonly at: Date;
  /** Absent if the server queues by itself. */
  readonly by?: string;
  /** Emails are not sent before this time. */
  readonly from?: Date;
}

/**
 * Stores letters as queued, with an entry in the histories of their claims, which the transaction
 * has locked. A letter without any address is undeliverable at once.
 */
export async function queueLetters(
  transaction: Database,
  { keys }: Pick<LetterContext, 'keys'>,
  letters: readonly PlannedLetter[],
  { at, by, from = at }: Queueing,
): Promise<void> {
  if (letters.length === 0) return;
  const accessUntil = new Date(at.getTime() + accessCodeDays * 24 * 60 * 60 * 1_000);
  const values = letters.map(
    ({ claim, content, address, channel, email, replaces = null, documents = null, ...letter }) => {
      const id = randomUUID();
      const isPost = channel === 'post';
      // The letter to a new address has no code: another person may have asked for the change.
      const hasCode = isPost && letter.kind !== 'contact-changed';
      return {
        ...letter,
        id,
        code: createLetterId(),
        claim_id: claim.id,
        content,
        channel,
        email: isPost ? null : email,
        address,
        status: isPost && address === null ? 'undeliverable' : 'queued',
        queued_at: at,
        queued_by: by ?? null,
        replaces,
        documents,
        access_hash: hasCode ? `\\x${hashOfNewCode(id, keys).toString('hex')}` : null,
        access_until: hasCode ? accessUntil : null,
        due_at: from,
      };
    },
  );
  // One parameter is faster than thousands of them.
  const columns = sql.join(Object.keys(values[0] ?? {}).map((column) => sql.ref(column)));
  const { rows } = await sql<Selectable<LettersTable>>`
    insert into letters (${columns})
    select ${columns} from jsonb_populate_recordset(null::letters, ${JSON.stringify(values)}::jsonb)
    returning *`.execute(transaction);
  await sql`
    update claim_review review set letter_due = null
    from unnest(${rows.map((row) => row.claim_id)}::bigint[], ${rows.map(({ kind }) => kind)}::text[]) as queued (claim_id, kind)
    where review.claim_id = queued.claim_id and review.letter_due = queued.kind`.execute(transaction);
  const numbers = new Map(letters.map(({ claim }) => [claim.id, claim.number]));
  await addHistoryEntries(
    transaction,
    at,
    rows.map((row) => ({
      id: row.claim_id,
      number: numbers.get(row.claim_id) ?? '',
      events: [
        {
          kind: 'letter-queued',
          details: {
            letterId: row.id,
            letter: row.kind,
            channel: row.status === 'undeliverable' ? 'none' : row.channel,
            language: row.language,
            ...(row.decision_id !== null && { decisionId: row.decision_id }),
            ...(row.replaces !== null && { replaces: row.replaces }),
            ...(by !== undefined && { by }),
          },
          rows: hashRow('letters', row, keys),
        },
      ],
    })),
  );
}
