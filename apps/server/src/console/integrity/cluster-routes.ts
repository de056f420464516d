import { integrityApi, hasOpenSample } from '@redress/contract/console/integrity';
import type { ConsoleContext } from '../context.ts';
import { defineRoutes } from '../define-routes.ts';
import type { Api, PluginOptions } from '../../platform/http/plugin.ts';
import { stripNulAndSurrogates } from '../../platform/database/strip-nul-and-surrogates.ts';
import { consoleProblem, ProblemError } from '../../platform/http/problem.ts';
import { isRowId } from '../../platform/http/record-ids.ts';
import { recordRead } from '../access-log/record-read.ts';
import { casesWith, requirePermission, staffOf } from '../sign-in/staff-access.ts';
import { askForClusterVerdict, returnSample, startClusterVerdict } from './cluster-verdicts.ts';
import { requireReason } from './integrity-routes.ts';
import { readClusterSample, readClusterVerdicts } from './read-cluster-verdicts.ts';
import { readCluster, readClusterList, withoutMembers } from './read-clusters.ts';

/** Clusters of strongly linked claims, and verdicts on them as a whole. */
export async function clusterRoutes(api: Api, { context }: PluginOptions<ConsoleContext>): Promise<void> {
  const route = defineRoutes(api, integrityApi);
  const { database } = context;

  route('GET /clusters', { access: 'decide', reads: 'nothing', problems: [400] }, (request) =>
    readClusterList(database, casesWith(request, 'decide'), request.query),
  );

  route('GET /clusters/:id', { access: 'decide', reads: 'view', problems: [404] }, async (request) => {
    const { id } = request.params;
    const [cases, answersIn] = [casesWith(request, 'decide'), casesWith(request, 'answers')];
    const { id: staffId } = staffOf(request);
    const wanted = { id, cases, answersIn, staffId };
    const cluster = isRowId(id) ? await readCluster(database, context, wanted) : undefined;
    if (!cluster) throw new ProblemError('not-found');
    const verdicts = await readClusterVerdicts(database, id, staffId);
    const shown = hasOpenSample(verdicts) ? withoutMembers(cluster) : cluster;
    const resultIds = shown.members.map(({ number }) => number);
    await recordRead(context, request, { what: 'view', subject: `cluster ${id}`, resultIds, shown: shown.members });
    return { ...shown, verdicts };
  });

  route('POST /clusters/:id/verdicts', { access: 'supervise', problems: [400, 404, 409] }, async (request, reply) => {
    const { id } = request.body;
    const { id: clusterId } = request.params;
    const caseId = isRowId(clusterId) ? await findCase(clusterId, casesWith(request, 'decide')) : undefined;
    if (caseId === undefined) throw new ProblemError('not-found');
    requirePermission(request, 'supervise', caseId);
    const started = await database
      .transaction()
      .execute((transaction) =>
        startClusterVerdict(transaction, context, { id, clusterId, staffId: staffOf(request).id }),
      );
    switch (started) {
      case 'not-found':
        throw new ProblemError('not-found');
      case 'too-small':
        throw consoleProblem(
          'conflict',
          'So few claims in this cluster lack a finding that you can record one on each claim’s page.',
        );
      case 'busy':
      case 'returned':
        throw consoleProblem('conflict', refusals[started]);
      default:
        return reply.code(201).send(started);
    }
  });

  const findCase = async (id: string, cases: readonly string[]): Promise<string | undefined> => {
    const cluster = await database
      .selectFrom('claim_clusters')
      .select('case_id')
      .where('id', '=', id)
      .executeTakeFirst();
    return cluster && cases.includes(cluster.case_id) ? cluster.case_id : undefined;
  };

  route('GET /cluster-verdicts/:id', { access: 'supervise', reads: 'view', problems: [404] }, async (request) => {
    const cases = casesWith(request, 'supervise').filter((each) => casesWith(request, 'answers').includes(each));
    const wanted = { id: request.params.id, cases, staffId: staffOf(request).id };
    const sample = await readClusterSample(database, context, wanted);
    if (!sample) throw new ProblemError('not-found');
    const resultIds = sample.members.map(({ number }) => number);
    await recordRead(context, request, { what: 'view', subject: `cluster ${sample.clusterId}`, resultIds });
    return sample;
  });

  route(
    'POST /cluster-verdicts/:id/request',
    { access: 'supervise', problems: [400, 404, 409] },
    async (request, reply) => {
      const { verdict, ...body } = request.body;
      const reason = stripNulAndSurrogates(requireReason(body.reason));
      const asked = await database.transaction().execute((transaction) =>
        askForClusterVerdict(transaction, context, {
          id: request.params.id,
          verdict,
          reason,
          staffId: staffOf(request).id,
          cases: casesWith(request, 'supervise'),
        }),
      );
      if (typeof asked === 'object') return reply.code(202).send({ approval: asked.approvalId });
      throw asked === 'not-found' ? new ProblemError('not-found') : consoleProblem('conflict', refusals[asked]);
    },
  );

  route('POST /cluster-verdicts/:id/return', { access: 'supervise', problems: [404, 409] }, async (request) => {
    const person = { staffId: staffOf(request).id, cases: casesWith(request, 'supervise') };
    const returned = await database
      .transaction()
      .execute((transaction) => returnSample(transaction, context, { id: request.params.id, ...person }));
    if (returned === 'not-found') throw new ProblemError('not-found');
    if (returned === 'not-open') throw consoleProblem('conflict', refusals[returned]);
  });
}

const refusals = {
  'not-open': 'A second approval was already requested for this finding.',
  returned: 'You returned your sample of this cluster. Another supervisor can review one.',
  busy: 'A finding for this cluster is awaiting second approval or being recorded. Check it first.',
  incomplete: 'Record a finding on every claim in the sample first.',
  contradicted: 'No claim in the sample has this finding, so it can’t be applied to the rest.',
  'nothing-left': 'Every claim in the cluster already has a finding.',
} as const;
