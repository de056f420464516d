import { rulesApi, type Rule, type RuleVersion } from '@redress/contract/console/rules';
import { shortenFormTitle } from '@redress/contract/console/form-title';
import { caseNameOf } from '@redress/contract/settlement';
import type { FastifyRequest } from 'fastify';
import { recordRead } from '../access-log/record-read.ts';
import { listBulkClaims } from '../bulk/read-bulk-jobs.ts';
import { listStates } from '../claim-list/read-claims.ts';
import { refuseWhileBlind } from '../sign-in/blind-reviews.ts';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { readVersionNumber } from '../../platform/http/if-match.ts';
import { ProblemError } from '../../platform/http/problem.ts';
import { isUuid } from '../../platform/http/record-ids.ts';
import { casesWith, staffOf } from '../sign-in/staff-access.ts';
import { askForRelease } from './release-run.ts';
import { cancelRun, findRun, listRuns, repeatRun, startRun } from './rule-runs.ts';
import { changeRule, createRule, findRule, listRules, listVersions, ruleFieldsOf, type StoredRule } from './rules.ts';

const config = { access: 'supervise', problems: [400, 404, 409, 412, 429] } as const;
const readConfig = { ...config, reads: 'nothing' } as const;
type WithId = FastifyRequest<{ Params: { id: string } }>;

/** `/api/console/rules`: rules, versions, dry runs and releases. Claims appear only by number. */
export async function ruleRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, rulesApi);
  const { database, settlement } = context;
  const casesOf = (request: FastifyRequest) => casesWith(request, 'supervise');
  const idOf = ({ params: { id } }: WithId): string => {
    if (!isUuid(id)) throw new ProblemError('not-found');
    return id;
  };
  const findOwnRule = (request: WithId) => findRule(database, casesOf(request), idOf(request));
  const findOwnRun = (request: WithId) => findRun(database, casesOf(request), idOf(request));

  // A run's numbers, and whether it was released, would reveal how a claim was decided.
  api.addHook('preHandler', (request) =>
    refuseWhileBlind(database, staffOf(request).id, casesWith(request, 'supervise')),
  );

  async function describe(rule: StoredRule, versions: readonly RuleVersion[] | undefined): Promise<Rule> {
    const newest = versions?.[0];
    if (!newest) throw new Error(`The rule ${rule.id} has no version`);
    const [lastRun] = await listRuns(database, rule.id, 1);
    return { ...rule, newest, lastRun: lastRun ?? null };
  }
  async function readDetails(rule: StoredRule) {
    const versions = (await listVersions(database, [rule.id])).get(rule.id) ?? [];
    return { ...(await describe(rule, versions)), versions, runs: await listRuns(database, rule.id) };
  }

  route('GET /rules', readConfig, async (request) => {
    const cases = casesOf(request);
    const rules = await listRules(database, cases);
    const ruleIds = rules.map(({ id }) => id);
    const versions = await listVersions(database, ruleIds);
    const states = await Promise.all(cases.map((id) => listStates(database, [id])));
    return {
      rules: await Promise.all(rules.map((rule) => describe(rule, versions.get(rule.id)))),
      cases: cases.map((id, index) => ({
        id,
        name: caseNameOf(settlement, id),
        forms: settlement.claimForms
          .filter((form, index, all) => form.caseId === id && all.findIndex((each) => each.id === form.id) === index)
          .map((form) => ({
            id: form.id,
            name: shortenFormTitle(form.title),
            fields: ruleFieldsOf(settlement, form.id).map((field) => ({ ...field, options: [...field.options] })),
          })),
        states: states[index] ?? [],
      })),
    };
  });
  route('POST /rules', config, async (request, reply) => {
    const { body: asked } = request;
    const cases = casesOf(request);
    // A case outside the person's permissions looks like one that does not exist.
    if (!cases.includes(asked.caseId)) throw new ProblemError('not-found');
    const id = await createRule(context, staffOf(request).id, asked);
    return reply.code(201).send(await readDetails(await findRule(database, cases, id)));
  });
  route('GET /rules/:id', readConfig, async (request) => readDetails(await findOwnRule(request)));
  route('POST /rules/:id/versions', config, async (request, reply) => {
    const seen = { id: idOf(request), version: readVersionNumber(request) };
    const person = { id: staffOf(request).id, cases: casesOf(request) };
    await changeRule(context, person, seen, request.body);
    return reply.code(201).send(await readDetails(await findOwnRule(request)));
  });
  route('POST /rules/:id/runs', config, async (request, reply) => {
    const rule = await findOwnRule(request);
    const id = await startRun(context, staffOf(request).id, rule.id);
    return reply.code(202).send(await findRun(database, casesOf(request), id));
  });
  route('GET /rules/runs/:id', readConfig, findOwnRun);
  route('GET /rules/runs/:id/claims', { ...config, reads: 'list' }, async (request) => {
    const { id } = await findOwnRun(request);
    const found = await listBulkClaims(database, { id: null, run_id: id }, request.query);
    const resultIds = found.claims.map(({ number }) => number);
    await recordRead(context, request, { what: 'list', subject: `rule-run ${id}`, resultIds });
    return found;
  });
  route('POST /rules/runs/:id/repeat', config, async (request, reply) => {
    const run = await findOwnRun(request);
    const id = await repeatRun(context, staffOf(request).id, run.id);
    return reply.code(202).send(await findRun(database, casesOf(request), id));
  });
  route('DELETE /rules/runs/:id', config, async (request) => {
    await cancelRun(context, staffOf(request).id, (await findOwnRun(request)).id);
    return findOwnRun(request);
  });
  route('POST /rules/runs/:id/release', config, async (request, reply) => {
    const { reason } = request.body;
    const run = await findOwnRun(request);
    await askForRelease(context, staffOf(request).id, run, reason);
    return reply.code(202).send(await findOwnRun(request));
  });
}
