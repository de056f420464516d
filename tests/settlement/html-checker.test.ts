import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { siteBuild } from '@redress/content/folders';
import { settlement } from '@redress/content/settlement';
import { newestVersionOf } from '@redress/contract/claim-forms';
import type { StatusClaimView, StatusView } from '@redress/contract/status-page';
import type { ClaimStatus } from '@redress/contract/claim-status';
import type { DataChecks } from '@redress/contract/data-checks';
import type { FormPage, Page } from '@redress/contract/settlement';
import type { RenderedIsland, PageRenderer, NoScriptForm } from '@redress/contract/page-renderer';
import { islandMarkers } from '@redress/contract/site-files';
import { claimFormIn } from '@redress/contract/translations';
import type { AnyAnswers } from '@redress/forms/answers';
import { type ClaimForm, isField } from '@redress/forms/definition';
import { evaluateForm } from '@redress/forms/evaluate-form';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isLongRun } from '../setup/long-tests.ts';

const root = join(import.meta.dirname, '../..');
const dist = join(root, 'apps/site', siteBuild);
const built = join(dist, 'client');
/** `npm test` installs it if Java is available. */
const checker = join(root, '.cache/html-checker/node_modules/vnu-jar/build/dist/vnu.jar');

interface Message {
  readonly type: string;
  readonly url: string;
  readonly lastLine: number;
  readonly message: string;
}
/** React writes `<br/>`, which means `<br>`. */
const isTrailingSlashNotice = ({ message }: Message) =>
  message.startsWith('Trailing slash on void elements has no effect');
const hasMessages = (value: unknown): value is { readonly messages: readonly Message[] } =>
  typeof value === 'object' && value !== null && 'messages' in value;

const hasJava = spawnSync('java', ['-version']).status === 0;

/** The checker's messages for pages, one entry each. */
function check(files: readonly string[]): string[] {
  const args = ['-jar', checker, '--stdout', '--exit-zero-always', '--format', 'json', ...files];
  const report: unknown = JSON.parse(execFileSync('java', args, { encoding: 'utf8', maxBuffer: 50_000_000 }));
  if (!hasMessages(report)) throw new Error('The checker gave no report.');
  return report.messages
    .filter((message) => !isTrailingSlashNotice(message))
    .map(({ type, url, lastLine, message }) => `${fileURLToPath(url)}:${lastLine} ${type}: ${message}`);
}

describe.skipIf(!hasJava || !existsSync(checker))(
  'the W3C checker finds neither an error nor a warning (needs Java)',
  () => {
    test('in any built page, and in any that the server renders without script', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'rendered-pages-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      // The Spanish ones, nightly: only their texts differ.
      const isChecked = (path: string) => isLongRun || !/^\/?es\b/.test(path);
      const pages = readdirSync(built, { recursive: true, encoding: 'utf8' }).filter(
        (file) => file.endsWith('.html') && isChecked(file),
      );
      const rendered = (await renderedPages()).filter(({ name }) => isChecked(name));
      const files = rendered.map(({ name, html }) => {
        const file = join(folder, `${name.replace(/\W+/g, '-')}.html`);
        writeFileSync(file, html);
        return file;
      });
      expect(new Set(files).size).toBe(files.length);
      const sitePages = settlement.site.pages.filter(({ path }) => isChecked(path));
      expect(pages.length).toBeGreaterThanOrEqual(sitePages.length);
      expect(files.length).toBeGreaterThan(sitePages.length);
      expect(check([...pages.map((file) => join(built, file)), ...files])).toEqual([]);
    });
  },
);

const claim = { claimNumber: '1234567897', dateCreated: '2025-07-18T03:30:00.000Z' };
const document = { id: '5f0c2f4e-0000-4000-8000-000000000000', name: 'receipt & "bill".pdf', size: 1200 };

/** Pages as the server renders them without JavaScript: each form page in every state. */
async function renderedPages(): Promise<{ readonly name: string; readonly html: string }[]> {
  const pageRenderer = await loadPageRenderer();
  const rendered = await Promise.all(settlement.site.pages.map((page) => statesOf(pageRenderer, page)));
  return rendered
    .flat()
    .map(({ path, state, rendered }) => ({ name: `${path} ${state}`, html: intoPage(path, rendered) }));
}

async function statesOf(pageRenderer: PageRenderer, page: Page) {
  const { path } = page;
  const states: [string, Promise<RenderedIsland>][] = [];
  const add = (state: string, rendered: Promise<RenderedIsland>) => states.push([state, rendered]);
  if (page.kind === 'form') {
    for (const [state, submitted] of formStates(page)) add(state, pageRenderer.form(path, 'late', submitted));
  }
  if (page.kind === 'login') {
    add(
      'wrong',
      pageRenderer.login(path, { answers: { noticeId: '1' }, errors: [missing('noticeId'), missing('uniqueId')] }),
    );
    add('unknown', pageRenderer.login(path, { answers: {}, errors: [], notice: { name: 'login-not-found' } }));
  }
  if (
    page.kind === 'instructions' &&
    settlement.site.pages.some((login) => login.kind === 'login' && login.next === path)
  )
    add('filed', pageRenderer.afterLogin(path, claim));
  if (page.kind === 'id-request') {
    const answers = { name1: '<b> & "c"' };
    add('wrong', pageRenderer.idRequest(path, { answers, errors: [missing('zip'), missing('phone1')] }));
    add('unavailable', pageRenderer.idRequest(path, { answers, errors: [], notice: { name: 'unavailable' } }));
  }
  if (page.kind === 'complete') {
    const formId = settlement.claimForms[0]?.id ?? '';
    const filed = { ...claim, formId, late: true, documents: 2, status };
    add('number', pageRenderer.complete(path, { claimNumber: claim.claimNumber }));
    add('complete', pageRenderer.complete(path, filed));
    add('checked', pageRenderer.complete(path, { ...filed, dataChecks }));
  }
  if (page.kind === 'complete') add('expired', pageRenderer.complete(path, { code: 'a-code' }));
  if (page.kind === 'receipt') {
    add('missing', pageRenderer.receipt(path, { reference: '', missing: ['reference', 'proof'] }));
    const notices = [
      { name: 'not-found' },
      { name: 'expired' },
      { name: 'too-many', minutes: 3 },
      { name: 'unavailable' },
      { name: 'not-ours' },
    ] as const;
    for (const notice of notices)
      add(notice.name, pageRenderer.receipt(path, { reference: '<1> & "2"', missing: [], notice }));
  }
  if (page.kind === 'status') {
    for (const [state, view] of Object.entries(statusViews)) add(state, pageRenderer.status(path, view));
  }
  if (page.kind === 'log-out')
    for (const done of ['logged-out', 'removed', 'not-ours'] as const) add(done, pageRenderer.logOut(path, done));
  return Promise.all(states.map(async ([state, rendered]) => ({ path, state, rendered: await rendered })));
}

/** The status page in its states. */
const reasons = [{ id: 'a-reason', text: 'Send <b> & "c".' }];
const claimView: StatusClaimView = {
  name: 'claim',
  number: '1234567897',
  reference: '99999REF1234567897',
  settlement: 'Rust & <b> Settlement',
  formId: 'consumer',
  state: 'in-review',
  lateNotice: 'It is late.',
  steps: [
    { day: '2025-07-01', kind: 'received' },
    { day: '2025-07-02', kind: 'documents', count: 2 },
  ],
  due: ['Your "membership" data.'],
  sending: { text: 'Mail it.', address: ['Settlement & Co.', 'P.O. Box 00000'] },
  next: ['We review it.'],
  sent: [
    {
      day: '2025-07-03',
      late: true,
      items: [{ id: 'a-reason', text: 'Send it.', files: ['<b>.pdf'], statement: '<i>' }],
    },
  ],
  letters: [{ id: 'a-letter', kind: 'deficiency', channel: 'post', day: '2025-07-02' }],
  opensLetters: true,
  canDispute: false,
  withdraw: 'yes',
  disputeFiles: [],
  contact: {
    address: ['1•• M••• S•••••', 'Phoenix, AZ •••••'],
    email: 'j•••@example.com',
    held: [{ lines: ['n•••@example.com'], day: '2025-07-04' }],
    holdDays: 3,
    fields: [
      { name: 'contact.street1', label: 'Street address' },
      { name: 'contact.state', label: 'State', options: [{ value: 'Arizona', label: 'Arizona' }] },
    ],
  },
  maxFiles: 5,
  errors: {},
  typed: {},
};
const decisionView = {
  id: 'a-decision',
  outcome: 'reduced',
  amount: '$1,000.00',
  reasons,
  disputeBy: '2025-08-01',
  isPast: true,
} as const;
const statusViews: Readonly<Record<string, StatusView>> = {
  'signing in after an error': { name: 'sign-in', typed: { zip: '<1> & "2"' }, missing: ['zip', 'letterCode'] },
  'signing in again': {
    name: 'sign-in',
    typed: {},
    missing: [],
    notice: { name: 'expired' },
    kept: { 'statement.a': '"<b>"' },
  },
  'with a code': { name: 'sign-in', typed: { reference: '1' }, missing: [], codeRequest: 'an-id' },
  'with a claim': claimView,
  'with a claim, after signing in with the IDs of the notice': { ...claimView, opensLetters: false },
  'with a deficiency': {
    ...claimView,
    state: 'deficient',
    deficiency: {
      decision: 'a-decision',
      due: null,
      isPast: false,
      items: [
        { id: 'a-reason', text: 'Send <b>.', files: [{ id: 'a-file', name: '<b>.pdf', size: 9 }], refused: ['x.pdf'] },
        { id: 'other', text: 'Sign it.', files: [], refused: [] },
      ],
    },
    errors: { other: ['missing'] },
    typed: { 'a-reason': '<i>' },
    notice: { name: 'incomplete' },
  },
  'with a decision': {
    ...claimView,
    state: 'reduced',
    decision: decisionView,
    canDispute: true,
    errors: { dispute: ['missing-ground', 'missing-dispute'] },
    notice: { name: 'too-many', minutes: 3 },
  },
  'with a dispute': {
    ...claimView,
    state: 'disputed',
    decision: decisionView,
    dispute: { day: '2025-08-02', late: true },
  },
  'after a dispute': {
    ...claimView,
    state: 'reduced',
    decision: decisionView,
    court: { by: '2025-08-31', isPast: false, address: ['Settlement & Co.', 'P.O. Box 00000'] },
  },
  'before a withdrawal': { ...claimView, notice: { name: 'confirm-withdraw' } },
};

const status: ClaimStatus = {
  reference: '99999REF1234567897',
  settlement: 'Rust & <b> Settlement',
  lateNotice: 'It is late.',
  due: ['Your "membership" data.', 'Your transaction data.'],
  sending: { text: 'Mail it.', address: ['Settlement & Co.', 'P.O. Box 00000'] },
  receipt: 'We emailed it to j•••@example.com.',
  next: ['We review it.', 'You are paid.'],
};

/** A file with each kind of result, and the text around them. */
const dataChecks: DataChecks = {
  late: true,
  documents: 2,
  status,
  files: [
    { name: '<b> & "c".csv', state: 'waiting', message: 'We are checking it.', findings: [] },
    {
      name: 'd.xlsx',
      state: 'checked',
      message: '1 row has errors.',
      errors: 1,
      findings: [{ title: 'Not a date', count: 1, mend: 'Write <MM/DD/YYYY>.' }],
    },
  ],
  review: ['The sums differ.'],
  mending: 'Write to us.',
};

/**
 * With each answer to the form's switches: every error at once, and every reason to return the
 * page.
 */
function formStates(page: FormPage): [string, NoScriptForm][] {
  const original = newestVersionOf(settlement.claimForms, page.form);
  if (!original) throw new Error(`There is no form "${page.form}".`);
  const form = claimFormIn(settlement, original, page.language ?? 'en');
  const submitted = { documents: [document] };
  const wrong = switchesOf(form).map((answers, index): [string, NoScriptForm] => [
    `wrong ${index}`,
    { ...submitted, answers, errors: [...evaluateForm(form, answers, {}).errors, missing('files')] },
  ]);
  const reviewed = switchesOf(form).map((answers, index): [string, NoScriptForm] => [
    `review ${index}`,
    { ...submitted, answers, errors: [], review: true, unconfirmed: 'asked' },
  ]);
  const rest: Partial<NoScriptForm>[] = [
    { conflict: claim },
    { login: null, notice: { name: 'login-required', again: true } },
    { login: { noticeId: '100000001', name: 'A•• B••' } },
    { notice: { name: 'too-many', minutes: 3 } },
    { notice: { name: 'login-wait', text: { en: 'Please wait.', es: 'Espere.' } } },
    { notice: { name: 'saved-form', ok: true, text: { en: 'Sent to <b>.', es: 'Enviado a <b>.' } } },
    { notice: { name: 'saved-form', ok: false, text: { en: 'Not sent.', es: 'No se envió.' } } },
    { unconfirmed: 'asking' },
    { notice: { name: 'unavailable' } },
    { notice: { name: 'overloaded' } },
    { notice: { name: 'too-large' } },
    { notice: { name: 'not-ours' } },
  ];
  return [
    ...wrong,
    ...reviewed,
    ...rest.map((state): [string, NoScriptForm] => [
      JSON.stringify(state),
      { answers: {}, errors: [], ...submitted, ...state },
    ]),
  ];
}

/** Empty answers, and each option of each question with options; rows contain an error. */
function switchesOf(form: ClaimForm): AnyAnswers[] {
  const fields = form.sections.flatMap(({ items }) => items.filter(isField));
  const rows = Object.fromEntries(
    fields.flatMap((field) =>
      field.kind === 'rows' ? [[field.name, [{}, { [field.of[0]?.name ?? '']: '<b>' }]]] : [],
    ),
  );
  const chosen = fields.flatMap((field) =>
    field.kind === 'choice' ? field.options.map((option) => ({ ...rows, [field.name]: option })) : [],
  );
  return [{}, ...chosen];
}

const missing = (field: string) => ({ field, rule: 'required', message: 'This is missing' });

function intoPage(path: string, { island }: RenderedIsland): string {
  const html = readFileSync(join(dist, 'client', path, 'index.html'), 'utf8');
  const start = html.indexOf(islandMarkers.start);
  const end = html.lastIndexOf(islandMarkers.end);
  if (start === -1 || end === -1) throw new Error(`${path} has no island.`);
  return html.slice(0, start + islandMarkers.start.length) + island + html.slice(end);
}

async function loadPageRenderer(): Promise<PageRenderer> {
  const built: unknown = await import(pathToFileURL(join(dist, 'page-renderer/page-renderer.js')).href);
  if (!isPageRendererModule(built)) throw new Error('The site is not built: run "npm run build" first.');
  return built.pageRenderer;
}
function isPageRendererModule(built: unknown): built is { readonly pageRenderer: PageRenderer } {
  return typeof built === 'object' && built !== null && 'pageRenderer' in built;
}
