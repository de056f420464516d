import { settlement } from '@redress/content/settlement';
import type { LetterKind } from '@redress/contract/letters';
import {
  amountGround,
  disputeItem,
  type SignInForm,
  statusFields,
  type StatusView,
} from '@redress/contract/status-page';
import { findAccessCode, hashOfNewCode } from '@redress/server/claims/letters/access-code';
import { createLetterId } from '@redress/server/claims/letters/letter-id';
import { recordMailed } from '@redress/server/claims/letters/record-mailing';
import { dayIn } from '@redress/forms/court-day';
import { randomUUID } from 'node:crypto';
import { type Answer, type ChosenFile } from './browser.ts';
import { NoScriptBrowser } from './no-script-browser.ts';
import type { NoScriptSite } from './no-script-site.ts';
import { keys, type Member, type TestServer } from './test-server.ts';

type Typed = Readonly<Record<string, string>>;
type ViewOf<Name> = Extract<StatusView, { name: Name }>;

/** A claimant at the status page, without a script. */
export class StatusBrowser extends NoScriptBrowser {
  readonly #site: NoScriptSite;
  readonly #path: string;

  constructor(site: NoScriptSite, { address = '192.0.2.1', path = '/status', app = site.server.app } = {}) {
    super(app, address);
    this.#site = site;
    this.#path = path;
  }

  signIn(form: SignInForm, typed: Typed, headers: Record<string, string> = {}): Promise<Answer> {
    return this.postForm(this.#path, typed, { more: [[statusFields.form, form]], headers });
  }

  /** Signs in and opens the page of the claim. */
  async open({ noticeId, uniqueId }: Member): Promise<ViewOf<'claim'>> {
    await this.signIn('ids', { noticeId, uniqueId });
    return this.view();
  }

  get(): Promise<Answer> {
    return this.send('GET', `${this.#path}/claim`);
  }

  /** The page of the claim, as it is given to the renderer. */
  async view(): Promise<ViewOf<'claim'>> {
    const { status } = await this.get();
    if (status !== 200) throw new Error(`The page has the status ${status}`);
    return this.claimView();
  }

  claimView(): ViewOf<'claim'> {
    const { status } = this.#site.pageRenderer.last;
    if (status?.name !== 'claim') throw new Error('No claim was shown');
    return status;
  }

  signInView(): ViewOf<'sign-in'> {
    const { status } = this.#site.pageRenderer.last;
    if (status?.name !== 'sign-in') throw new Error('The page did not ask to sign in');
    return status;
  }

  /** Disputes the amount of a decision. */
  disputeAmount(decision: string): Promise<Answer> {
    return this.press('dispute', {
      [statusFields.decision]: decision,
      [`${statusFields.ground}${amountGround}`]: 'on',
      [`${statusFields.statement}${disputeItem}`]: 'I paid more.',
    });
  }

  /** Presses a button of the page of the claim. */
  press(action: string, typed: Typed = {}, files: readonly ChosenFile[] = []): Promise<Answer> {
    return this.postForm(`${this.#path}/claim`, typed, { more: [[statusFields.form, action]], files });
  }
}

/** Stores a letter and records that it was mailed today. Returns its ID and its code. */
export async function mailLetter(
  server: Pick<TestServer, 'query' | 'database' | 'now'>,
  number: string,
  kind: LetterKind,
  { channel = 'post', address = ['Jane Doe', '9 New Street', 'Tempe, AZ 85281-0001'], keysOf = keys } = {},
): Promise<{ readonly id: string; readonly code: string }> {
  const id = randomUUID();
  const hash = hashOfNewCode(id, keysOf);
  const isPost = channel === 'post';
  await server.query(
    `insert into letters (id, code, claim_id, kind, decision_id, template_version, language, content, channel, email, address, status,
       queued_at, access_hash, access_until, due_at)
     select $1, $2, claims.id, $3, review.decision_id, 1, 'en', '{}', $4, $5, $6, 'queued', $7, $8, $9, $7
     from claims left join claim_review review on review.claim_id = claims.id where number = $10`,
    [
      id,
      createLetterId(),
      kind,
      channel,
      isPost ? null : 'jane.doe@example.com',
      isPost ? address : null,
      server.now,
      isPost ? hash : null,
      isPost ? new Date(server.now.getTime() + 90 * 24 * 60 * 60 * 1_000) : null,
      number,
    ],
  );
  const mailedOn = dayIn(settlement.site.timeZone, server.now);
  await server.database
    .transaction()
    .execute((transaction) =>
      recordMailed(transaction, { settlement, keys: keysOf }, [id], { mailedOn, at: server.now }),
    );
  return { id, code: findAccessCode(id, hash, keysOf) ?? '' };
}
