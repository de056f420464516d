import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PrepareError, property, readJson, root } from './project.mjs';

const folder = join(root, 'content');

/** Settlements are the folders of `content/` with a `settlement.ts`. */
export function listSettlements() {
  return readdirSync(folder).filter((name) => existsSync(join(folder, name, 'settlement.ts')));
}

/** A checkout without `CONTENT` uses this settlement. */
export function defaultSettlement() {
  const path = property(property(property(readJson(join(folder, 'package.json')), 'exports'), './*'), 'default');
  return String(path).split('/')[1] ?? '';
}

/**
 * Reads `CONTENT`, and makes this process's children resolve `@redress/content` to the folder of
 * that settlement, by a condition in content/package.json.
 * @returns {string} the settlement's name
 */
export function chooseSettlement() {
  const name = process.env['CONTENT'] || defaultSettlement();
  const known = listSettlements();
  if (!known.includes(name))
    throw new PrepareError(
      `CONTENT is "${name}", but content/ has no settlement of that name. It has: ${known.join(', ')}. Make a new one with npm run new-case.`,
    );
  if (name === defaultSettlement()) {
    delete process.env['CONTENT'];
    return name;
  }
  const exported = property(property(readJson(join(folder, 'package.json')), 'exports'), './*');
  const condition = `content-${name}`;
  if (property(exported, condition) !== `./${name}/*.ts`)
    throw new PrepareError(
      `content/package.json does not know "${name}": add "${condition}": "./${name}/*.ts" to its exports, before "default".`,
    );
  Object.assign(process.env, environmentOf(name));
  return name;
}

/**
 * `npm test` checks these settlements besides the default one. `template` only has parts that `npm
 * run new-case` copies.
 */
export const otherSettlements = () =>
  listSettlements().filter((name) => name !== defaultSettlement() && name !== 'template');

/**
 * Makes the environment of a process that uses a settlement other than the default.
 * @param {string} name
 */
export function environmentOf(name) {
  const condition = `--conditions=content-${name}`;
  const options = process.env['NODE_OPTIONS'] ?? '';
  return {
    CONTENT: name,
    NODE_OPTIONS: options.includes(condition) ? options : `${options} ${condition}`.trim(),
  };
}
