import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // End-to-end tests are *.spec.ts: Playwright's.
    include: ['{apps,packages,content,tests,tools}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/setup/vitest-global-setup.ts',
    testTimeout: 15_000,
    hookTimeout: 60_000,
  },
});
