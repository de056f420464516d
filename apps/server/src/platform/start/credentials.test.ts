import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from '../../config.ts';
import { loadCredentials } from './credentials.ts';
import { ConfigurationError } from '../errors/start-error.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'redress-credentials-'));
});
afterEach(() => rm(folder, { recursive: true }));

function load(environment: Record<string, string> = {}): Record<string, string> {
  const loaded = { CREDENTIALS_DIRECTORY: folder, ...environment };
  loadCredentials(loaded);
  return loaded;
}

test('every secret may be a file, whose last line break does not count', async () => {
  const secrets = {
    SECRET_KEY: 'k'.repeat(40),
    SECRET_KEY_PREVIOUS: `${'p'.repeat(40)} ${'q'.repeat(40)}`,
    DATABASE_URL: 'postgresql://user:password@db/redress',
    SMTP_URL: 'smtp://user:password@mail.example.com',
    OIDC_CLIENT_SECRET: 'of the provider',
    AWS_ACCESS_KEY_ID: 'id',
    AWS_SECRET_ACCESS_KEY: 'key',
    AWS_SESSION_TOKEN: 'token',
  };
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), `${value}\n`);
  const environment = load({
    MAIL_FROM: 'no-reply@example.com',
    OIDC_ISSUER: 'https://a.example',
    OIDC_CLIENT_ID: 'x',
  });
  expect(environment).toMatchObject(secrets);
  expect(readConfig(environment, '/site')).toMatchObject({
    secretKey: secrets.SECRET_KEY,
    previousSecretKeys: ['p'.repeat(40), 'q'.repeat(40)],
    smtpUrl: secrets.SMTP_URL,
    oidcClientSecret: secrets.OIDC_CLIENT_SECRET,
  });
});

test('settings that are not secret are not read from files, and an empty file counts as absent', async () => {
  await writeFile(join(folder, 'PUBLIC_URL'), 'https://claims.example.com');
  await writeFile(join(folder, 'SMTP_URL'), '\n');
  expect(load()).toEqual({ CREDENTIALS_DIRECTORY: folder });
  expect(load({ SMTP_URL: 'smtp://mail.example.com' })['SMTP_URL']).toBe('smtp://mail.example.com');
});

test('a secret that is given twice is refused if the two differ, without showing either', async () => {
  await writeFile(join(folder, 'SECRET_KEY'), 'in the file');
  expect(load({ SECRET_KEY: ' in the file' })['SECRET_KEY']).toBe('in the file');
  expect(load({ SECRET_KEY: '' })['SECRET_KEY']).toBe('in the file');
  expect(() => load({ SECRET_KEY: 'in the environment' })).toThrow(
    new ConfigurationError(`SECRET_KEY is in the environment and in ${folder}, and they differ: remove one of them.`),
  );
});

test('a folder that does not exist, or a secret that cannot be read, is refused', async () => {
  expect(() => load({ CREDENTIALS_DIRECTORY: join(folder, 'none') })).toThrow(/must be a folder/);
  await mkdir(join(folder, 'DATABASE_URL'));
  expect(() => load()).toThrow(/DATABASE_URL cannot be read \(EISDIR\)/);
});

test('without the folder, the environment stays as it is', () => {
  const environment = { SECRET_KEY: 'x', CREDENTIALS_DIRECTORY: '' };
  loadCredentials(environment);
  expect(environment).toEqual({ SECRET_KEY: 'x', CREDENTIALS_DIRECTORY: '' });
});
