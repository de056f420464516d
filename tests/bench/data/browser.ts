import type { Browser, Page } from '@playwright/test';
import { settlement } from '@redress/content/settlement';
import { readFile } from 'node:fs/promises';
import { address } from '../../e2e/settings.ts';
import startServer from '../../e2e/start-server.ts';
import { waitForHydration } from '../../e2e/hydration.ts';
import { launchChromium } from '../../phone/launch-chromium.ts';

/** The check of one file in Chromium, on the form of the built site. */
export interface BrowserMeasurement {
  /** From choosing the file until the page shows the result. */
  readonly milliseconds: number;
  /**
   * Long tasks of the page's main thread. Browsers do not report tasks under 50 ms; they count as
   * 0.
   */
  readonly maxTask: number;
  readonly longTasks: number;
  /** Peak memory of the process of the page and its worker. Known on Linux only. */
  readonly peakMegabytes: number | undefined;
}

/** Starts the real server and a browser, and measures a file. */
export async function measureInBrowser(file: string): Promise<BrowserMeasurement> {
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
    const milliseconds = performance.now() - started;
    const lengths = await tasks();
    const peakMegabytes = await peakOfRenderers(browser);
    return { milliseconds, maxTask: Math.max(0, ...lengths), longTasks: lengths.length, peakMegabytes };
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

/** The browser's largest page process, according to Linux. */
async function peakOfRenderers(browser: Browser): Promise<number | undefined> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  await session.detach();
  const peaks = processInfo.flatMap(async ({ id, type }) => {
    if (type !== 'renderer') return 0;
    const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '');
    return Number(/^VmHWM:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) / 1024;
  });
  const largest = Math.max(0, ...(await Promise.all(peaks)));
  return largest > 0 ? largest : undefined;
}
