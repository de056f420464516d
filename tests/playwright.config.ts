import { defineConfig } from '@playwright/test';
import { address, phone } from './e2e/settings.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/**
 * `npm run test:long` runs the tests tagged `@long`, those of phones on desktop, and those of the
 * console, whose screens it checks at more widths; `npm test` runs all but those tagged `@long`.
 */
const isLong = process.env['LONG_TESTS'] !== undefined;

const desktop = { viewport: { width: 1280, height: 900 } };

/** Drives Chromium against the server that `e2e/start-server.ts` starts. */
export default defineConfig({
  testDir: '.',
  // A settlement chosen with CONTENT runs only the tests about any settlement.
  testMatch: process.env['CONTENT'] === undefined ? '{e2e,settlement}/**/*.spec.ts' : 'settlement/**/*.spec.ts',
  // Accessibility trees as text: the same file for every machine.
  snapshotPathTemplate: '{testDir}/e2e/accessibility/trees/{arg}{ext}',
  outputDir: '../test-results',
  globalSetup: './e2e/start-server.ts',
  workers: 3,
  fullyParallel: true,
  // Generous: a busy machine is slow, and a test that waits in vain fails all the same.
  timeout: process.env['LONG_TESTS'] === undefined ? 300_000 : 1_800_000,
  expect: { timeout: 60_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['line']],
  use: {
    baseURL: address,
    // A control that is missing fails the test long before the test's own time is up.
    actionTimeout: 120_000,
    // Recording takes half again as long, and a recording browser may hang when it closes.
    trace: process.env['TRACE'] === undefined ? 'off' : 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // A test runs once: on a phone if its outcome depends on the screen, otherwise on desktop.
  projects: isLong
    ? [
        { name: 'desktop', grep: /@long|@phone/, use: desktop },
        ...(process.env['CONTENT'] === undefined
          ? [{ name: 'console', testMatch: 'e2e/console-*.spec.ts', grepInvert: /@long|@phone/, use: desktop }]
          : []),
      ]
    : [
        { name: 'desktop', grepInvert: /@long|@phone(?!.*@desktop)/, use: desktop },
        { name: 'phone', grep: /@phone/, grepInvert: /@long/, use: phone },
      ],
});
