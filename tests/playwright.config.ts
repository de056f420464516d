import { defineConfig } from '@playwright/test';
import { address } from './e2e/address.ts';

const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';

/** End to end in a real Chromium, as a phone and as a desktop, against the real server that `e2e/start-server.ts` starts. */
export default defineConfig({
  testDir: '.',
  testMatch: '{e2e,parity}/**/*.spec.ts',
  // What screen readers are told, for people to read: one file for every machine.
  snapshotPathTemplate: '{testDir}/e2e/accessibility/trees/{arg}{ext}',
  outputDir: '../test-results',
  globalSetup: './e2e/start-server.ts',
  workers: 2,
  fullyParallel: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: process.env['CI'] !== undefined,
  reporter: [['line']],
  use: {
    baseURL: address,
    // Recording makes every test half as long again, and a browser that films may hang when it is closed: only for who looks for a fault.
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
  projects: [
    { name: 'phone', use: { viewport: { width: 375, height: 812 }, hasTouch: true } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
  ],
});
