// npm run forms:pin: writes the hashes of the settlement's forms, letters and plans of allocation before the website opens.
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { settlement } from '@redress/content/settlement';
import { formsOf } from '@redress/contract/settlement';
import { checkForm } from '@redress/forms/check-form';
import { lettersOf, nameOf, pinDefinitions, pinsFile, readPins } from './pins.ts';

const { values } = parseArgs({ options: { again: { type: 'string', multiple: true, default: [] } } });
const before = readPins();
const forms = formsOf(settlement);
const definitions = [...forms, ...lettersOf(settlement), ...settlement.funds];
const names = definitions.map((one) => nameOf(one));
const known = [...names, ...Object.keys(before?.hashes ?? {})];
const problems = [
  ...forms.flatMap(checkForm),
  ...values.again
    .filter((name) => !known.includes(name))
    .map((name) => `--again ${name}: there is no such form, letter or plan. There are ${names.join(', ')}.`),
];
const { pins, pinned, refused } = pinDefinitions(definitions, before, values.again);
const file = relative(process.cwd(), pinsFile);
if (problems.length === 0) writeFileSync(pinsFile, `${JSON.stringify(pins, undefined, 2)}\n`);
for (const line of problems.length > 0 ? problems : refused) console.error(line);
if (problems.length > 0 || refused.length > 0) process.exitCode = 1;
if (problems.length === 0)
  console.log(
    pinned.length === 0 ? `${file}: nothing to pin.` : `${file}: pinned ${pinned.join(', ')}. Commit the file.`,
  );
