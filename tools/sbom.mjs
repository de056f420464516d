// npm run sbom prints a bill of materials (CycloneDX) of the packages that reach production. The
// same lock file and npm give the same bytes.
import { execFileSync } from 'node:child_process';
import { readProductionPackages } from './production-packages.mjs';
import { root } from './project.mjs';
import { npmCommand } from './run-step.mjs';

/**
 * @typedef {object} Bill
 * @property {unknown} [serialNumber] random
 * @property {{ timestamp?: unknown, component: { 'bom-ref': string, name: string } }} metadata
 * @property {{ 'bom-ref': string }[]} components
 * @property {{ ref: string, dependsOn: string[] }[]} dependencies
 */
/** @type {(json: string) => Bill} */
const parse = JSON.parse;

// With `--omit=dev`, npm would leave out each package that tests need, too, like fastify.
const { command, args } = npmCommand(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']);
const bill = parse(execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 100_000_000 }));
const own = bill.components
  .map((component) => component['bom-ref'])
  .filter((ref) => ref.startsWith('@redress/') && !/\/(?:tests|tools)@/.test(ref));
const production = new Set([
  bill.metadata.component['bom-ref'],
  ...own,
  ...readProductionPackages().map(({ name, version }) => `${name}@${version}`),
]);
delete bill.serialNumber;
delete bill.metadata.timestamp;
// npm names the component after the folder of the checkout.
bill.metadata.component.name = 'redress';
bill.components = bill.components.filter((component) => production.has(component['bom-ref']));
bill.dependencies = bill.dependencies
  .filter(({ ref }) => production.has(ref))
  .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => production.has(other)) }));
console.log(JSON.stringify(bill, null, 2));
