import type { Browser, Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import { readFile } from 'node:fs/promises';
import { address } from '../../e2e/settings.ts';
import startServer from '../../e2e/start-server.ts';
import { waitForHydration } from '../../e2e/hydration.ts';
import { launchChromium } from '../../phone/launch-chromium.ts';

/** Checks one file in Chromium, on the form of the built site, and describes how that went. */
export async function checkInBrowser(file: string): Promise<string> {
  const stopServer = await startServer();
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ baseURL: address });
    await page.goto(formPath());
    await waitForHydration(page);
    const tasks = await watchTasks(page);
    const started = performance.now();
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.locator('.data-panel .data-summary strong').waitFor({ timeout: 600_000 });
    const seconds = (performance.now() - started) / 1_000;
    const lengths = await tasks();
    const peak = await peakOfRenderers(browser);
    return (
      `${seconds.toFixed(1)} s, ${lengths.length} tasks over 50 ms on the main thread, the longest of ` +
      `${Math.max(0, ...lengths).toFixed(0)} ms; the page's process took ${peak.toFixed(0)} MB at most (0: unknown)`
    );
  } finally {
    await browser.close();
    await stopServer();
  }
}

/** The page of the form whose data files have rules. */
function formPath(): string {
  const [formId] = Object.keys(settlement.dataRules ?? {});
  const page = settlement.site.pages.find((one) => one.kind === 'form' && one.form === formId);
  if (page === undefined) throw new Error('No page takes data files');
  return page.path;
}

/** The duration of each task over 50 ms since this was called. */
async function watchTasks(page: Page): Promise<() => Promise<number[]>> {
  const lengths = await page.evaluateHandle(() => {
    const seen: number[] = [];
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration);
    }).observe({ type: 'longtask' });
    return seen;
  });
  return () => lengths.evaluate((seen) => [...seen]);
}

/** Peak memory of the browser's largest page process in MB, according to Linux. */
async function peakOfRenderers(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo.flatMap(async ({ id, type }) => {
    if (type !== 'renderer') return 0;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  });
  return Math.max(0, ...(await Promise.all(peaks)));
}
