import { settlement } from '@redress/content/settlement';
import { loadCredentials } from '../../platform/start/credentials.ts';
import { configurationCheck, examine } from '../doctor/examine.ts';
import type { Diagnosis } from '../doctor/finding.ts';
import { alignColumns, defineCommand, exitCodes, print, runAsProgram } from './command.ts';

const usage = `Usage: npm run doctor [-- --json]

Checks what a server needs: configuration, database, storage, mail server, virus scanner, clocks, disks, jobs, backups. Prints one line for each
check: "ok", "warning", or "problem" with what to do. Works whether the server runs or not, changes nothing, and prints no secrets.
Run it as the user of the server, with its environment.
  --json  an array of { check, status, message }
Exits with 0 when there is no problem, 2 when the configuration is wrong, 3 when something does not answer and nothing else is wrong,
and otherwise with 1. Warnings do not count.`;

function exitCodeFor(diagnoses: readonly Diagnosis[]): number {
  const problems = diagnoses.filter(({ status }) => status === 'problem');
  if (problems.length === 0) return exitCodes.done;
  if (problems.some(({ check }) => check === configurationCheck)) return exitCodes.misconfigured;
  return problems.every(({ isUnavailable }) => isUnavailable) ? exitCodes.unavailable : exitCodes.failed;
}

export const main = defineCommand({
  usage,
  options: { json: { type: 'boolean', default: false } },
  async run({ json }) {
    loadCredentials(process.env);
    const diagnoses = await examine(process.env, process.cwd(), settlement.site.timeZone);
    const listed = diagnoses.map(({ check, status, message }) => ({ check, status, message }));
    if (json) print(JSON.stringify(listed, null, 2));
    else alignColumns(listed.map(({ check, status, message }) => [status, check, message])).forEach(print);
    return exitCodeFor(diagnoses);
  },
});

// A check that gave up may have left a connection open.
if (await runAsProgram(import.meta.filename, main)) setTimeout(() => process.exit(), 500).unref();
