import { readConfig } from '@redress/server/config';
import { shareConnections } from '@redress/server/platform/database/connection-shares';
import { secretSettings } from '@redress/server/platform/start/credentials';
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { CronJob } from 'kubernetes-models/batch/v1';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, PersistentVolumeClaim, Secret, Service } from 'kubernetes-models/v1';
import { beforeAll, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { hasProgram } from '../setup/programs.ts';

const root = join(import.meta.dirname, '../..');
const folder = join(root, 'deploy/kubernetes');
/** Seconds that the server gives requests in flight when it stops. */
const stopSeconds = 20;

/** Throws what the schema of its kind says against an object. */
function validate(object: unknown): void {
  if (ConfigMap.is(object)) return new ConfigMap(object).validate();
  if (CronJob.is(object)) return new CronJob(object).validate();
  if (Deployment.is(object)) return new Deployment(object).validate();
  if (HorizontalPodAutoscaler.is(object)) return new HorizontalPodAutoscaler(object).validate();
  if (Namespace.is(object)) return new Namespace(object).validate();
  if (NetworkPolicy.is(object)) return new NetworkPolicy(object).validate();
  if (PersistentVolumeClaim.is(object)) return new PersistentVolumeClaim(object).validate();
  if (PodDisruptionBudget.is(object)) return new PodDisruptionBudget(object).validate();
  if (Secret.is(object)) return new Secret(object).validate();
  if (Service.is(object)) return new Service(object).validate();
  throw new Error(`Which kind is this? ${JSON.stringify(object).slice(0, 200)}`);
}

const parseYaml: (text: string) => unknown = parse;
const readSecret = () => parseYaml(readFileSync(join(folder, 'secret.example.yaml'), 'utf8'));

describe.skipIf(!hasProgram('kubectl', ['version', '--client']))('deploy/kubernetes', () => {
  let objects: readonly unknown[] = [];
  beforeAll(() => {
    // Standard error has what newer releases call deprecated.
    const rendered = execFileSync('kubectl', ['kustomize', folder], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    objects = parseAllDocuments(rendered).map((document: { toJS(): unknown }) => document.toJS());
  });
  const deployment = () => objects.find(Deployment.is);
  const pods = () => [
    ...objects.flatMap((object) => (Deployment.is(object) && object.spec ? [object.spec.template] : [])),
    ...objects.flatMap((object) => (CronJob.is(object) ? [object.spec?.jobTemplate.spec?.template] : [])),
  ];
  const containers = () =>
    pods().flatMap((pod) => [...(pod?.spec?.initContainers ?? []), ...(pod?.spec?.containers ?? [])]);
  const settings = () => objects.find(ConfigMap.is)?.data ?? {};

  test('renders objects that the schemas of Kubernetes accept', () => {
    expect(objects).toHaveLength(11);
    for (const object of [...objects, readSecret()]) validate(object);
    const [wrong] = objects.filter(Service.is);
    expect(() => validate({ ...wrong, spec: { ports: [{ port: 'http' }] } })).toThrow('must be integer');
  });

  test('configures the server with settings that it accepts, and secrets that it reads', () => {
    const object = readSecret();
    const secrets = Secret.is(object) ? (object.stringData ?? {}) : {};
    expect(Object.keys(secrets).filter((name) => !secretSettings.some((one) => one === name))).toEqual([]);
    const config = readConfig({ ...settings(), ...secrets }, '/opt/redress');
    expect(config.publicUrl.href).toBe('https://claims.example.com/');
    // docs/deployment.md says how many connections a pod opens, on any node.
    const { website, console: ofConsole } = shareConnections(config.processes);
    expect([settings()['PROCESSES'], website + ofConsole]).toEqual(['1', 26]);
  });

  test('confines every container as the restricted Pod Security Standard asks, with a read-only root', () => {
    expect(containers()).toHaveLength(5);
    for (const { name, securityContext, image } of containers()) {
      expect([name, securityContext, image]).toEqual([
        name,
        { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true, capabilities: { drop: ['ALL'] } },
        'registry.example.com/redress:1.0.0',
      ]);
    }
    for (const pod of pods())
      expect(pod?.spec).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { runAsNonRoot: true, runAsUser: 10_001, seccompProfile: { type: 'RuntimeDefault' } },
      });
  });

  test('mounts secrets as files where the server looks for them, and no secret is a variable', () => {
    const directory = settings()['CREDENTIALS_DIRECTORY'];
    for (const { volumeMounts, env, envFrom } of containers()) {
      expect(volumeMounts).toContainEqual({ name: 'secrets', mountPath: directory, readOnly: true });
      expect([env, envFrom?.every(({ secretRef }) => secretRef === undefined)]).toEqual([undefined, true]);
    }
  });

  test('runs programs of the release', () => {
    const programs = containers().flatMap(({ command = [] }) => command.slice(1, 2));
    expect(programs).toHaveLength(4);
    expect(programs.filter((program) => !existsSync(join(root, program)))).toEqual([]);
  });

  test('asks for liveness and readiness, and leaves time to drain and to finish requests', () => {
    const pod = deployment()?.spec?.template.spec;
    const [server] = pod?.containers ?? [];
    const probes = [server?.startupProbe, server?.livenessProbe, server?.readinessProbe];
    expect(probes.map((probe) => probe?.httpGet?.path)).toEqual(['/api/health', '/api/health', '/api/health/ready']);
    const seconds = Number(settings()['DRAIN_SECONDS']) + stopSeconds;
    expect(pod?.terminationGracePeriodSeconds).toBeGreaterThan(seconds);
  });

  test('selects the pods by the labels that they have', () => {
    const labels = deployment()?.spec?.template.metadata?.labels;
    const selectors = objects.flatMap((object) => {
      if (Deployment.is(object) || PodDisruptionBudget.is(object)) return [object.spec?.selector?.matchLabels];
      return Service.is(object) ? [object.spec?.selector] : [];
    });
    expect(selectors).toEqual([labels, labels, labels]);
    const policy = objects.find(NetworkPolicy.is)?.spec?.podSelector?.matchLabels;
    for (const pod of pods()) expect(pod?.metadata?.labels).toMatchObject(policy ?? {});
    const target = objects.find(HorizontalPodAutoscaler.is)?.spec?.scaleTargetRef;
    expect([target?.kind, target?.name]).toEqual(['Deployment', deployment()?.metadata?.name]);
  });
});
