import { type Browser, chromium } from '@playwright/test';
import { availableParallelism, loadavg } from 'node:os';

/** The browser of a measurement, without what runs by itself in the background. */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
}

export function warnIfBusy(): void {
  const [load = 0] = loadavg();
  if (load > availableParallelism() / 2)
    console.log(`This machine is busy (load ${load.toFixed(1)}): expect longer times.`);
}
