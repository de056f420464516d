import type { Browser } from '@playwright/test';
import { createReadStream, existsSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { extname, join } from 'node:path';
import { address } from '../e2e/settings.ts';

const loads = 9;
const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

/** Serves a build of the console with the API of the server, so that two builds are measured alike. */
async function serveBuild(folder: string) {
  const server = createServer((incoming, response) => {
    const path = (incoming.url ?? '').replace(/[?#].*/, '');
    if (!path.startsWith('/console')) {
      const { url, method, headers } = incoming;
      incoming.pipe(
        request(new URL(url ?? '', address), { method, headers }, (answer) => {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
        }),
      );
      return;
    }
    const named = join(folder, path.slice('/console'.length));
    const file = extname(named) === '' ? join(folder, 'index.html') : named;
    if (!existsSync(`${file}.br`)) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'text/plain', 'content-encoding': 'br' });
    createReadStream(`${file}.br`).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const bound = server.address();
  const port = typeof bound === 'object' ? bound?.port : undefined;
  return { origin: `http://localhost:${port}`, close: () => server.close() };
}

interface Conditions {
  /** How many times slower the processor is. */
  readonly slowdown: number;
  /** Milliseconds of a round trip. */
  readonly latency: number;
}

/** Milliseconds until a screen shows its content in an empty browser: the median for each build, loaded in turns. */
export async function timeFirstLoad(
  browser: Browser,
  { token, path, builds }: { readonly token: string; readonly path: string; readonly builds: readonly string[] },
  { slowdown, latency }: Conditions,
): Promise<number[]> {
  const served = await Promise.all(builds.map(serveBuild));
  const times = builds.map((): number[] => []);
  for (let load = 0; load < loads; load += 1)
    for (const [index, { origin }] of served.entries()) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
      await context.addCookies([
        { name: 'redress-staff', value: token, url: origin, httpOnly: true, sameSite: 'Strict' },
      ]);
      const page = await context.newPage();
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
      await session.send('Network.enable');
      const unlimited = { downloadThroughput: -1, uploadThroughput: -1 };
      await session.send('Network.emulateNetworkConditions', { offline: false, latency, ...unlimited });
      await page.addInitScript(() => {
        const look = () => {
          const isReady = document.querySelector('main h1') && !document.querySelector('.skeleton, .loading');
          if (isReady) document.documentElement.dataset['ready'] = String(performance.now());
          else requestAnimationFrame(look);
        };
        look();
      });
      await page.goto(`${origin}/console${path}`, { waitUntil: 'commit' });
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      times[index]?.push(Number(await page.locator('html').getAttribute('data-ready')));
      await context.close();
    }
  for (const { close } of served) close();
  return times.map((each) => each.toSorted((one, other) => one - other)[loads >> 1] ?? NaN);
}
