import { defineConfig } from 'vitest/config';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { contentAliases } from './apps/site/build/content-aliases.ts';
import { featureConstants } from './apps/site/build/features.ts';
import { chooseSettlement, defaultSettlement, listSettlements } from './tools/content.mjs';
import { root } from './tools/project.mjs';
import { compileCache } from './tools/server-options.mjs';

const folders = '{apps,packages,content,tests,tools}/**';
/**
 * `npm run test:long` runs *.long.test.ts, and in full the files that `npm test` samples
 * (`isLongRun`); `npm test` runs all others.
 */
const isLong = process.env['LONG_TESTS'] !== undefined;

const selected = [
  'tests/api/{console/exports/large-exports,console/funds/funds,operations/claims-verify-columns,platform/storage/object-storage,site/uploads/killed}.api.test.ts',
  'tests/faults/checker.test.ts',
  'tests/fuzz/fuzz.test.ts',
  'tests/new-case/new-case.test.ts',
  'tests/settlement/{html-checker,letters,parity}.test.ts',
  'tools/new-case/settlement-files.test.ts',
];

const settlement = chooseSettlement();
/** With `CONTENT`, only the tests about that settlement: the others are about the program. */
const settlementOnly =
  settlement === defaultSettlement()
    ? undefined
    : [
        'tests/structure.test.ts',
        'tests/settlement/*.test.ts',
        'content/shared/**/*.test.ts',
        `content/${settlement}/**/*.test.ts`,
      ];
const others = listSettlements().filter((name) => name !== settlement);

export default defineConfig({
  define: featureConstants,
  resolve: {
    alias: [
      ...contentAliases,
      { find: /^.*\/platform\/jobs\/task-process\.ts$/, replacement: join(root, 'tests/setup/task-in-process.ts') },
    ],
  },
  test: {
    // Playwright runs the end-to-end tests, *.spec.ts.
    include: isLong ? [`${folders}/*.long.test.ts`, ...selected] : (settlementOnly ?? [`${folders}/*.test.{ts,tsx}`]),
    exclude: [
      '**/node_modules/**',
      ...others.map((name) => `content/${name}/**`),
      ...(isLong ? [] : ['**/*.long.test.ts']),
    ],
    // Children of the tests start in half the time: renderers, checks, exports, commands.
    env: compileCache,
    globalSetup: 'tests/setup/vitest-global-setup.ts',
    // The files of a worker share modules: loading the server takes longer than many tests.
    isolate: false,
    // One more than the cores: many tests wait for a process, a timer or the database.
    maxWorkers: availableParallelism() + 1,
    // Only what hangs takes this long: a start that takes 5 s took over 300 s beside three other runs.
    testTimeout: isLong ? 1_800_000 : 900_000,
    hookTimeout: 900_000,
    expect: { poll: { timeout: 120_000 } },
  },
});
