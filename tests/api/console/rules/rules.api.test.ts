import { settlement } from '@redress/content/settlement';
import { type BulkClaims, bulkOutcomesPerPage } from '@redress/contract/console/bulk';
import type { RuleCondition, RuleContent, RuleRun } from '@redress/contract/console/rules';
import { addHistoryEntry, type HistoryEvent, lockClaim } from '@redress/server/claims/history/claim-history';
import { generateClaims } from '../../../generate/generate-claims.ts';
import { createHash, randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { signInTab, type StaffTab } from '../../../setup/console.ts';
import { createRule, finishRun, runRule, sealClaims } from '../../../setup/rules.ts';
import { fileWithoutNotice, openForm } from '../../../setup/sample-claims.ts';
import { keys, useTestServer } from '../../../setup/test-server.ts';
import { pdf } from '../../../setup/uploads.ts';
import { correctAnswer } from '../../../setup/review.ts';

/** A claim's facts as the tables hold them. */
interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly number: string;
  readonly caseId: string;
  readonly form: string;
  readonly day: string;
  readonly state: string;
  readonly language: string;
  readonly withoutScript: boolean;
  readonly answers: Readonly<Record<string, unknown>>;
  readonly amount: number | null;
  readonly late: boolean;
  readonly duplicate: boolean;
  readonly machine: boolean;
  readonly missing: boolean;
  documents: number;
}
/** A claim with everything that conditions are about, as JavaScript reads it. */
interface Facts extends Row {
  clean: number;
  checks: { readonly outcome: string; readonly rows: number; readonly errors: number; readonly amount: number }[];
  reached: { readonly duplicate: boolean; readonly machine: boolean };
  decided: boolean;
  /** A rule queued it for people, or its last verdict is not `genuine`. */
  forPeople: boolean;
  queuedByRule: boolean;
  scores?: { readonly duplicate: number; readonly machine: number; readonly signals: readonly string[] };
}

let supervisor: StaffTab;
const facts = new Map<string, Facts>();
const caseId = 'brand-drug';

const server = useTestServer();
beforeAll(async () => {
  const { connectionString } = server;
  await generateClaims({ connectionString, keys, settlement, claims: 900, add: false, onProgress: () => {} });
  supervisor = await signInTab(server, 'supervisor');
  const person = await openForm(server.app);
  for (const withFile of [true, false]) {
    const number = await fileWithoutNotice(server, {}, person);
    if (withFile) await person.upload(number, [{ name: 'bill.pdf', bytes: pdf(500) }], 'IndividualClaimants');
  }
  await sealClaims(server);
  const rows = await server.query<Row>(
    `select claims.id, claims.number, claims.case_id as "caseId", claims.form_id as form, search.filed_day as day,
       search.state, claims.language, claims.without_script as "withoutScript", claims.answers,
       claims.amount::float8 as amount, claims.late, claims.duplicate_notice as duplicate,
       claims.suspected_machine as machine, search.documents_missing as missing, (
         select count(*)::int from claim_history entry where entry.claim_id = claims.id and kind = 'document-stored'
       ) as documents
     from claims join claim_search search on search.claim_id = claims.id`,
  );
  for (const row of rows) {
    const reached = { duplicate: false, machine: false };
    const events = { clean: 0, checks: [], reached, decided: false, forPeople: false, queuedByRule: false };
    facts.set(row.id, { ...row, ...events });
  }
  await inventEvents();
  await sealClaims(server);
});

/** Adds entries as jobs and reviewers do, and remembers what they mean. */
async function add(claim: Facts, event: HistoryEvent): Promise<void> {
  await server.database.transaction().execute(async (transaction) => {
    await lockClaim(transaction, claim);
    await addHistoryEntry(transaction, claim, server.now, event);
  });
}

/** Spread by prime numbers, so that all combinations occur. */
async function inventEvents(): Promise<void> {
  for (const claim of facts.values()) {
    const id = Number(claim.id);
    if (id % 3 === 0) await inventDocuments(claim, 1 + (id % 2), id % 5 !== 0);
    if (id % 7 < 4) {
      const scores = { duplicate: (id % 40) - 20, machine: ((id * 3) % 30) - 20 };
      const signals = ['same-notice', 'burst', 'top-range'].filter((_signal, index) => id % (index + 2) === 0);
      await server.query(`insert into claim_scores values ($1, $2, $3, $4, $5, $6, 1, now(), false)`, [
        claim.id,
        claim.caseId,
        scores.duplicate,
        scores.machine,
        scores.duplicate >= 0,
        scores.machine >= 0,
      ]);
      for (const signal of signals)
        await server.query(`insert into claim_signals values ($1, $2, 'some', 1, 1, '{}')`, [claim.id, signal]);
      claim.scores = { ...scores, signals };
      if (scores.duplicate >= 0 || scores.machine >= 0) {
        claim.reached = { duplicate: scores.duplicate >= 0, machine: scores.machine >= 0 };
        const { duplicate: duplicateReached, machine: machineReached } = claim.reached;
        await add(claim, {
          kind: 'claim-scored',
          details: { ...scores, duplicateReached, machineReached, catalog: 1 },
        });
      }
    }
    if (id % 17 === 0) {
      claim.decided = true;
      await add(claim, { kind: 'status-changed', details: { from: 'ready', to: 'in-review', cause: 'test' } });
    } else if (id % 17 === 1) {
      // A document arrived after a deficiency, and no reviewer has opened the claim since.
      claim.decided = true;
      const decision = { decisionId: randomUUID(), outcome: 'deficient', reasons: 'documents-missing' };
      await add(claim, {
        kind: 'claim-decided',
        details: { ...decision, source: 'reviewer', from: 'in-review', to: 'deficient' },
      });
      await add(claim, { kind: 'status-changed', details: { from: 'deficient', to: 'ready', cause: 'documents' } });
    }
    if (id % 19 === 0) {
      // The last verdict counts.
      const verdicts = [['machine'], ['duplicate'], ['genuine'], ['duplicate', 'genuine'], ['genuine', 'machine']];
      const given = verdicts[Math.floor(id / 19) % verdicts.length] ?? [];
      for (const [index, verdict] of given.entries())
        await add(claim, {
          kind: 'verdict',
          details: { verdictId: randomUUID(), by: randomUUID(), verdict, second: index > 0 },
        });
      claim.forPeople = given.at(-1) !== 'genuine';
    }
    if (id % 23 === 0) {
      claim.forPeople = claim.queuedByRule = true;
      await add(claim, {
        kind: 'queued-by-rule',
        details: { runId: randomUUID(), by: randomUUID(), approval: randomUUID() },
      });
    }
  }
}

async function inventDocuments(claim: Facts, count: number, isClean: boolean): Promise<void> {
  const stored = { sha256: '', size: 1, type: 'xlsx', createdAt: '2025-07-01T00:00:00Z' };
  for (let index = 0; index < count; index++) {
    const documentId = randomUUID();
    await add(claim, { kind: 'document-stored', details: { documentId, ...stored } });
    await add(claim, {
      kind: 'document-scanned',
      details: { documentId, outcome: isClean ? 'clean' : 'unscanned-too-large' },
    });
    claim.documents += 1;
    claim.clean += isClean ? 1 : 0;
    const id = Number(claim.id);
    const check = {
      outcome: id % 11 === 0 ? 'unreadable' : 'checked',
      rows: id % 90,
      errors: id % 4,
      // Reversals count: some files have a negative sum.
      amount: ((id * 7) % 900) - 100,
    };
    claim.checks.push(check);
    const { outcome, rows, errors, amount } = check;
    const totals = outcome === 'checked' ? { rows, errors, amount: String(amount) } : {};
    await add(claim, { kind: 'data-checked', details: { documentId, outcome, ...totals } });
  }
}

const within = (value: number, from: string | number | undefined, to: string | number | undefined) =>
  (from === undefined || value >= Number(from)) && (to === undefined || value <= Number(to));

const textOf = (answer: unknown): string => (typeof answer === 'string' ? answer : JSON.stringify(answer));

/** Whether a claim meets a condition, without SQL. */
function meets(claim: Facts, condition: RuleCondition): boolean {
  const checked = claim.checks.filter(({ outcome }) => outcome === 'checked');
  const sum = (of: 'rows' | 'errors' | 'amount') => checked.reduce((total, check) => total + check[of], 0);
  switch (condition.fact) {
    case 'form':
      return condition.oneOf.includes(claim.form);
    case 'filed':
      return (condition.from ?? '') <= claim.day && claim.day <= (condition.to ?? '9999');
    case 'state':
      return condition.oneOf.includes(claim.state);
    case 'language':
      return condition.oneOf.some((language) => language === claim.language);
    case 'channel':
      return claim.withoutScript === (condition.is === 'no-script');
    case 'amount':
      return claim.amount !== null && within(claim.amount, condition.atLeast, condition.atMost);
    case 'answer': {
      if (claim.form !== condition.form) return false;
      const answer = claim.answers[condition.field];
      const { is } = condition;
      if (is.test === 'answered') {
        const isEmpty =
          answer === undefined || answer === '' || answer === false || (Array.isArray(answer) && answer.length === 0);
        return isEmpty !== is.value;
      }
      if (answer === undefined) return false;
      if (is.test === 'one-of') return is.values.includes(textOf(answer));
      const number = Number(textOf(answer).replaceAll(/[$, ]/g, ''));
      return is.test === 'at-least' ? number >= Number(is.number) : number <= Number(is.number);
    }
    case 'documents':
      return (
        within(claim.documents, condition.atLeast, condition.atMost) &&
        (condition.allClean === undefined ||
          (claim.documents > 0 && claim.clean === claim.documents) === condition.allClean)
      );
    case 'data-report': {
      if (checked.length === 0) return false;
      if (!within(sum('rows'), condition.rowsAtLeast, condition.rowsAtMost)) return false;
      if (!within(sum('errors'), undefined, condition.errorsAtMost)) return false;
      if (condition.coversClaimed === undefined) return true;
      return claim.amount !== null && sum('amount') >= claim.amount === condition.coversClaimed;
    }
    case 'flag': {
      const flags = {
        late: claim.late,
        duplicate: claim.duplicate || claim.reached.duplicate,
        machine: claim.machine || claim.reached.machine,
        'data-errors': claim.checks.some(
          ({ outcome, errors }) => outcome === 'unreadable' || (outcome === 'checked' && errors > 0),
        ),
        'high-value': (claim.amount ?? 0) >= settlement.review.highValueFrom,
        rule: claim.queuedByRule,
      };
      return flags[condition.flag] === condition.is;
    }
    case 'score': {
      const score = claim.scores?.[condition.score];
      return score !== undefined && within(score, condition.atLeast, condition.atMost);
    }
    case 'signal':
      return claim.scores !== undefined && claim.scores.signals.includes(condition.signal) === condition.is;
    case 'corrected':
      return !condition.is;
  }
}

/** The recognized amount, by the rules in content/review.ts. Null if a reviewer must decide it. */
function recognize(claim: Facts): number | null {
  const rule = settlement.review.recognized[claim.form];
  if (!rule) return null;
  if (rule.rule === 'claimed') {
    const checked = claim.checks.filter(({ outcome }) => outcome === 'checked');
    if (claim.amount === null) return null;
    if (checked.length === 0) return claim.amount;
    const counted = checked.reduce((sum, { amount }) => sum + amount, 0);
    return counted > 0 ? Math.min(claim.amount, counted) : null;
  }
  if (rule.rule !== 'range') return null;
  const range = rule.ranges[String(claim.answers[rule.field])];
  if (!range) return null;
  const { from, to } = range;
  if (rule.suggest === 'from') return from;
  if (to === undefined) return null;
  return rule.suggest === 'to' ? to : (from + to) / 2;
}

/** Whether a claim is flagged as a duplicate or machine-made, and the rule does not ask for that flag. */
const isFlagged = ({ duplicate, machine, reached }: Facts, conditions: readonly RuleCondition[]): boolean =>
  (['duplicate', 'machine'] as const).some((flag) =>
    ({ duplicate, machine })[flag] || reached[flag]
      ? !conditions.some((condition) => condition.fact === 'flag' && condition.flag === flag)
      : false,
  );

/** The canonical list of a rule, computed one claim after the other. */
function expectList({ outcome, conditions }: RuleContent, ofCase: string) {
  const lines: string[] = [];
  const sums = { approve: 0, queue: 0, amount: 0 };
  for (const claim of [...facts.values()].toSorted((one, other) => Number(one.id) - Number(other.id))) {
    if (claim.caseId !== ofCase || claim.decided || claim.missing) continue;
    if (!conditions.every((condition) => meets(claim, condition))) continue;
    const amount = outcome === 'approve' && !claim.forPeople && !isFlagged(claim, conditions) ? recognize(claim) : null;
    lines.push(
      `${claim.number},${amount === null ? 'queue' : 'approve'},${amount === null ? '' : amount.toFixed(4)}\n`,
    );
    sums[amount === null ? 'queue' : 'approve'] += 1;
    sums.amount += amount ?? 0;
  }
  return {
    sha256: createHash('sha256').update(lines.join('')).digest('hex'),
    result: { approve: sums.approve, queue: sums.queue, amount: sums.amount.toFixed(2) },
    numbers: lines.map((line) => line.slice(0, 10)),
  };
}

const consumerForm = settlement.claimForms[0]?.id ?? '';
const conditionSets: readonly (readonly [string, RuleContent['outcome'], readonly RuleCondition[]])[] = [
  ['a form', 'approve', [{ fact: 'form', oneOf: [consumerForm] }]],
  [
    'filing days and a language',
    'queue',
    [
      { fact: 'filed', from: '2025-05-05', to: '2025-06-20' },
      { fact: 'language', oneOf: ['en'] },
    ],
  ],
  ['states', 'approve', [{ fact: 'state', oneOf: ['Arizona', 'Wisconsin', 'New York', 'Massachusetts', 'Minnesota'] }]],
  ['the channel', 'approve', [{ fact: 'channel', is: 'script' }]],
  ['a range of amounts', 'approve', [{ fact: 'amount', atLeast: '50', atMost: '900.50' }]],
  [
    'answers',
    'approve',
    [
      { fact: 'answer', form: consumerForm, field: 'insuranceQuestion', is: { test: 'one-of', values: ['Yes'] } },
      { fact: 'answer', form: consumerForm, field: 'totalNumOfPrescriptions', is: { test: 'at-most', number: '30' } },
      {
        fact: 'answer',
        form: consumerForm,
        field: 'repealerStateTotalAmountPaid',
        is: { test: 'answered', value: true },
      },
    ],
  ],
  ['documents that are clean', 'approve', [{ fact: 'documents', atLeast: 1, atMost: 1, allClean: true }]],
  ['no documents', 'queue', [{ fact: 'documents', atMost: 0 }]],
  ['a data report', 'approve', [{ fact: 'data-report', rowsAtLeast: 10, rowsAtMost: 150, errorsAtMost: 4 }]],
  ['a data report that covers the claim', 'approve', [{ fact: 'data-report', coversClaimed: true }]],
  ['a data report that does not', 'queue', [{ fact: 'data-report', coversClaimed: false }]],
  [
    'no flags',
    'approve',
    (['late', 'duplicate', 'machine', 'data-errors', 'high-value', 'rule'] as const).map((flag) => ({
      fact: 'flag',
      flag,
      is: false,
    })),
  ],
  ['flagged duplicates, which it asks for', 'approve', [{ fact: 'flag', flag: 'duplicate', is: true }]],
  ['the flag of a duplicate', 'queue', [{ fact: 'flag', flag: 'duplicate', is: true }]],
  ['high values', 'queue', [{ fact: 'flag', flag: 'high-value', is: true }]],
  [
    'both scores',
    'approve',
    [
      { fact: 'score', score: 'duplicate', atMost: -1 },
      { fact: 'score', score: 'machine', atLeast: -18, atMost: 2 },
    ],
  ],
  [
    'a signal and none of another',
    'queue',
    [
      { fact: 'signal', signal: 'burst', is: true },
      { fact: 'signal', signal: 'same-notice', is: false },
    ],
  ],
  [
    'no corrections',
    'approve',
    [
      { fact: 'corrected', is: false },
      { fact: 'amount', atMost: '300' },
    ],
  ],
  ['corrections', 'approve', [{ fact: 'corrected', is: true }]],
];

test.each(conditionSets)('%s: SQL finds what one claim after the other gives', async (name, outcome, conditions) => {
  const content = { outcome, conditions: [...conditions] };
  const rule = await createRule(supervisor, caseId, content);
  const run = await runRule(server, supervisor, rule.id);
  const { sha256, result, numbers } = expectList(content, caseId);
  expect(run).toMatchObject({ status: 'done', sha256, result });
  // The set is not trivial.
  const all = [...facts.values()].filter((claim) => claim.caseId === caseId).length;
  const isTrivial = numbers.length === 0 || numbers.length === all;
  expect(isTrivial).toBe(name === 'corrections');
});

test('an amount within the range that a claimant chose is recognized, and documents count by what the form asks for', async () => {
  const content = { outcome: 'approve', conditions: [{ fact: 'language', oneOf: ['en', 'es'] }] } as const satisfies {
    outcome: string;
    conditions: RuleCondition[];
  };
  const rule = await createRule(supervisor, 'savings-club', content);
  const run = await runRule(server, supervisor, rule.id);
  const { sha256, result } = expectList(content, 'savings-club');
  expect(run).toMatchObject({ status: 'done', sha256, result });
  expect(run.result?.approve).toBeGreaterThan(0);
});

test('a dry run counts its claims by flag and score', async () => {
  const rule = await createRule(supervisor, caseId, {
    outcome: 'approve',
    conditions: [{ fact: 'flag', flag: 'machine', is: true }],
  });
  const { id, result } = await runRule(server, supervisor, rule.id);
  for (const outcome of ['approve', 'queue'] as const) {
    const listed = await server.query<{ id: string }>(
      'select claim_id as id from rule_run_claims where run_id = $1 and outcome = $2',
      [id, outcome],
    );
    const claims = listed.flatMap(({ id: claimId }) => facts.get(claimId) ?? []);
    const counted = result?.flags?.[outcome];
    const flagged = (flag: 'late' | 'machine' | 'duplicate') =>
      counted?.flags.find((each) => each.flag === flag)?.claims ?? 0;
    expect([flagged('late'), flagged('machine'), flagged('duplicate')]).toEqual([
      claims.filter(({ late }) => late).length,
      claims.length,
      claims.filter(({ duplicate, reached }) => duplicate || reached.duplicate).length,
    ]);
    const scores = claims.flatMap((claim) => claim.scores?.duplicate ?? []);
    expect([counted?.scores.duplicate, counted?.unscored]).toEqual([
      {
        reached: scores.filter((points) => points >= 0).length,
        close: scores.filter((points) => points < 0 && points >= -10).length,
        highest: scores.length === 0 ? null : Math.max(...scores),
      },
      claims.length - scores.length,
    ]);
  }
  expect(result?.approve).toBeGreaterThan(0);
});

test('conditions read corrected answers, as of the seal', async () => {
  const [claim] = [...facts.values()].filter(({ form, amount }) => form === consumerForm && Number(amount) >= 12_000);
  if (!claim) throw new Error('The data has no claim of a high amount');
  const reviewer = await signInTab(server, 'reviewer');
  const correct = async (field: string, value: string) =>
    expect(await correctAnswer(reviewer, claim.number, { field, value })).toBe(204);
  const conditionsOf = {
    filed: [
      { fact: 'amount', atLeast: '12000' },
      { fact: 'flag', flag: 'high-value', is: true },
    ],
    corrected: [
      { fact: 'amount', atLeast: '17', atMost: '17' },
      { fact: 'state', oneOf: ['Ohio'] },
      { fact: 'flag', flag: 'high-value', is: false },
      { fact: 'answer', form: consumerForm, field: 'state', is: { test: 'one-of', values: ['Ohio'] } },
    ],
  } satisfies Record<string, RuleCondition[]>;
  const rules = await Promise.all(
    Object.values(conditionsOf).map((conditions) => createRule(supervisor, caseId, { outcome: 'queue', conditions })),
  );
  const isListed = async (run: RuleRun) =>
    (await server.query('select from rule_run_claims where run_id = $1 and claim_id = $2', [run.id, claim.id])).length >
    0;
  const runBoth = async () => {
    const runs: RuleRun[] = [];
    for (const { id } of rules) runs.push(await runRule(server, supervisor, id));
    return { runs, listed: await Promise.all(runs.map(isListed)) };
  };
  const before = await runBoth();
  expect(before.listed).toEqual([true, false]);
  await correct('repealerStateTotalAmountPaid', '17');
  await correct('state', 'Ohio');
  await sealClaims(server);
  expect((await runBoth()).listed).toEqual([false, true]);
  // A run of the older seal does not know the corrections.
  const repeated = await supervisor.post<RuleRun>(`/rules/runs/${before.runs[0]?.id}/repeat`);
  expect((await finishRun(server, supervisor, repeated.body.id)).isIdentical).toBe(true);
});

test('says of each claim why a rule that approves leaves it to people', async () => {
  const conditions: RuleCondition[] = [{ fact: 'form', oneOf: [consumerForm] }];
  const rule = await createRule(supervisor, caseId, { outcome: 'approve', conditions });
  const run = await runRule(server, supervisor, rule.id);
  const { claims } = (await supervisor.get<BulkClaims>(`/rules/runs/${run.id}/claims?outcome=queued`)).body;
  const byNumber = new Map([...facts.values()].map((claim) => [claim.number, claim]));
  expect(claims.length).toBe(Math.min(run.result?.queue ?? 0, bulkOutcomesPerPage));
  for (const { number, late, queued, reason } of claims) {
    const claim = byNumber.get(number);
    if (!claim) throw new Error(`No claim ${number}`);
    const flagged = isFlagged(claim, conditions);
    expect([number, late, queued, reason?.includes('Flagged')]).toEqual([number, claim.late, 'reviewer', flagged]);
    expect([number, reason === 'Its recognized amount needs a reviewer']).toEqual([
      number,
      !flagged && !claim.forPeople,
    ]);
  }
  expect(new Set(claims.map(({ reason }) => reason)).size).toBeGreaterThan(1);
});
