// npm run allocation:verify -- FILE recomputes a frozen allocation from its exported file. It shares
// no code with packages/allocation, and runs on Node 20 with nothing installed.
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { verifyAllocation } from './allocation-verify/verify-allocation.mjs';

const usage = `Usage: npm run allocation:verify -- FILE [--sha256 HASH]

Recomputes every payment of an exported allocation, to the cent, and the SHA-256 of the file.
  --sha256 HASH  also compares the SHA-256 with the one that was approved, from the console or the history

Exits with 0 when the file is right, 1 when something differs, and 2 when it cannot be read.`;

process.exitCode = await main();

async function main() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { sha256: { type: 'string' }, help: { type: 'boolean' } },
    });
    const [file, ...others] = positionals;
    const hash = values.sha256;
    if (values.help === true) {
      console.log(usage);
      return 0;
    }
    if (file === undefined || others.length > 0 || (hash !== undefined && !/^[0-9a-f]{64}$/i.test(hash))) {
      console.error(usage);
      return 2;
    }
    // npm starts scripts in the checkout, and `INIT_CWD` names the reader's folder.
    const path = resolve(process.env['INIT_CWD'] ?? '.', file);
    return await verifyAllocation(path, hash, (line) => console.log(line));
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return 2;
  }
}
