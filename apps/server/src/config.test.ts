import { expect, test } from 'vitest';
import { availableParallelism } from 'node:os';
import { defaultProcesses, readConfig } from './config.ts';
import { StartError } from './platform/errors/start-error.ts';

const secret = 'x'.repeat(32);
const linesOf = (environment: Record<string, string>) => {
  try {
    readConfig(environment, '/site');
  } catch (error) {
    if (error instanceof StartError) return error.message.split('\n');
    throw error;
  }
  return [];
};

test('without variables, the demonstration starts on port 3000 of this machine', () => {
  expect(readConfig({}, '/site')).toEqual({
    port: 3000,
    host: '127.0.0.1',
    objectStorage: {},
    publicUrl: new URL('http://localhost:3000'),
    trustProxy: [],
    dataDir: '/site/data',
    rateLimits: 'on',
    metricsHost: '127.0.0.1',
    tracesRatio: 1,
    tracesServiceName: 'redress',
    processes: defaultProcesses(availableParallelism()),
    drainSeconds: 0,
    previousSecretKeys: [],
    oidcName: 'your organization’s account',
  });
});

test.each([
  [1, 1],
  [2, 1],
  [3, 1],
  [4, 2],
  [8, 4],
  [64, 8],
])('with %i processors, %i serve', (processors, processes) => {
  expect(defaultProcesses(processors)).toBe(processes);
});

test('reads every variable', () => {
  const environment = {
    PORT: '8080',
    HOST: '0.0.0.0',
    PUBLIC_URL: 'https://claims.example.com',
    TRUST_PROXY: '10.0.0.0/8, 192.0.2.1',
    DATA_DIR: '/var/data',
    DATABASE_URL: 'postgresql://user@db/redress',
    DOCUMENTS_URL: 'papers',
    SECRET_KEY: secret,
    SECRET_KEY_PREVIOUS: `${'y'.repeat(40)}  ${'z'.repeat(32)}`,
    CLAMD_URL: 'tcp://[::1]:3311',
    PROCESSES: '4',
    DRAIN_SECONDS: '15',
    METRICS_PORT: '9464',
    METRICS_HOST: '10.0.0.5',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    OTEL_TRACES_SAMPLER_ARG: '0.1',
    OTEL_SERVICE_NAME: 'acme-settlement',
    CAPTCHA: 'altcha',
    RATE_LIMITS: 'off',
    SMTP_URL: 'smtps://user:password@mail.example.com:465',
    MAIL_FROM: 'The Settlement <no-reply@example.com>',
    BOUNCE_ADDRESS: 'bounce@claims.example.com',
    BOUNCE_FOLDER: '/var/mail/bounces',
    BOUNCE_SECRET: `${'v'.repeat(32)} ${'w'.repeat(32)}`,
    OIDC_ISSUER: 'https://login.example.com/acme',
    OIDC_CLIENT_ID: 'redress',
    OIDC_CLIENT_SECRET: 'secret',
    OIDC_NAME: 'Acme',
  };
  expect(readConfig(environment, '/site')).toEqual({
    port: 8080,
    host: '0.0.0.0',
    publicUrl: new URL('https://claims.example.com'),
    trustProxy: ['10.0.0.0/8', '192.0.2.1'],
    dataDir: '/var/data',
    databaseUrl: 'postgresql://user@db/redress',
    documents: { kind: 'folder', folder: '/site/papers' },
    objectStorage: { endpoint: undefined, region: undefined },
    secretKey: secret,
    previousSecretKeys: ['y'.repeat(40), 'z'.repeat(32)],
    clamd: { host: '::1', port: 3311, maxBytes: 100 * 1024 ** 2 },
    processes: 4,
    drainSeconds: 15,
    metricsPort: 9464,
    metricsHost: '10.0.0.5',
    tracesEndpoint: new URL('http://127.0.0.1:4318'),
    tracesRatio: 0.1,
    tracesServiceName: 'acme-settlement',
    rateLimits: 'off',
    smtpUrl: 'smtps://user:password@mail.example.com:465',
    mailFrom: { name: 'The Settlement', address: 'no-reply@example.com' },
    bounceAddress: 'bounce@claims.example.com',
    bounceFolder: '/var/mail/bounces',
    bounceSecrets: ['v'.repeat(32), 'w'.repeat(32)],
    oidcIssuer: new URL('https://login.example.com/acme'),
    oidcClientId: 'redress',
    oidcClientSecret: 'secret',
    oidcName: 'Acme',
  });
});

test('refuses an identity provider without its secret, or over http from elsewhere', () => {
  const of = (OIDC_ISSUER: string, OIDC_CLIENT_SECRET = 'x') => ({
    OIDC_ISSUER,
    OIDC_CLIENT_ID: 'x',
    OIDC_CLIENT_SECRET,
  });
  expect(linesOf(of('https://login.example.com', ''))).toEqual([expect.stringContaining('OIDC_CLIENT_SECRET')]);
  expect(linesOf(of('http://login.example.com'))).toEqual([expect.stringContaining('OIDC_ISSUER')]);
  expect(readConfig(of('http://localhost:8080'), '/site').oidcIssuer?.port).toBe('8080');
});

test('uses the default port of ClamAV', () => {
  expect(readConfig({ CLAMD_URL: 'tcp://clamav?largest=400' }, '/site').clamd).toEqual({
    host: 'clamav',
    port: 3310,
    maxBytes: 400 * 1024 ** 2,
  });
});

// Each of them alone: tests/api/failing-starts.api.test.ts.
test('reports all invalid values at once', () => {
  expect(linesOf({ PORT: 'x', CAPTCHA: 'x', TRUST_PROXY: 'x' })).toHaveLength(3);
});

test('documents may be in a bucket, of AWS or at another address', () => {
  const read = (environment: Record<string, string>) => readConfig(environment, '/site').documents;
  expect(read({ DOCUMENTS_URL: 's3://claims', AWS_REGION: 'us-west-2' })).toEqual({
    kind: 's3',
    bucket: 'claims',
    prefix: '',
    region: 'us-west-2',
  });
  const own = { AWS_ENDPOINT_URL_S3: 'https://storage.example.com' };
  expect(read({ DOCUMENTS_URL: 's3://claims/brand-drug/2025/', ...own })).toEqual({
    kind: 's3',
    bucket: 'claims',
    prefix: 'brand-drug/2025/',
    endpoint: 'https://storage.example.com',
    region: 'us-east-1',
  });
  for (const url of ['s3://', 's3://Claims', 's3://key:secret@claims', 's3://claims/../others', 's3://claims?x=1'])
    expect(() => read({ DOCUMENTS_URL: url })).toThrow(/^DOCUMENTS_URL must be a folder, or a bucket/);
  expect(() => read({ AWS_ENDPOINT_URL_S3: 'storage.example.com' })).toThrow(/^AWS_ENDPOINT_URL_S3 must be/);
});
