import { defineConfig } from 'vitest/config';
import { availableParallelism } from 'node:os';

export default defineConfig({
  test: {
    // Playwright runs the end-to-end tests, *.spec.ts.
    include: ['{apps,packages,content,tests,tools}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/setup/vitest-global-setup.ts',
    // One more than the cores: many tests wait for a process, a timer or the database.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
