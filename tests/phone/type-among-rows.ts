import type { Browser, CDPSession, Page } from '@playwright/test';
import { submit } from '../e2e/consumer.ts';
import { asAgent, asTable, classMembers, nameIn, openTppForm, paste, rows } from '../e2e/tpp.ts';

const keys = 'Commonwealth Benefit Trust of Nurses and Teachers 21'.repeat(2).slice(0, 100);
/**
 * The same keys are typed this often, and each key's minimum counts: its own cost recurs, garbage
 * collection does not.
 */
const rounds = 3;

/**
 * Types into one of 500 class members of an agent, each of them with an error on the screen or none.
 * Returns the processor time of script for each key, in milliseconds: other programs do not affect it.
 */
export async function typeAmongRows(browser: Browser, baseURL: string, haveErrors: boolean): Promise<number[]> {
  const page = await browser.newPage({ baseURL });
  try {
    await openTppForm(page);
    await asAgent(page).check();
    const fein = haveErrors ? { classMemberFEIN: '12345' } : {};
    await paste(nameIn(page, 1), asTable(classMembers(500).map((member) => ({ ...member, ...fein }))));
    await rows(page).nth(499).waitFor();
    if (haveErrors) await submit(page);
    const times: number[][] = [];
    for (let round = 0; round < rounds; round += 1) times.push(await timeKeys(page));
    return (times[0] ?? []).map((_, key) => Math.min(...times.map((one) => one[key] ?? Number.NaN)));
  } finally {
    await page.close();
  }
}

async function timeKeys(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await nameIn(page, 250).fill('');
  await page.waitForTimeout(600);
  const times: number[] = [];
  let before = await readScriptTime(session);
  for (const key of keys) {
    await page.keyboard.press(key === ' ' ? 'Space' : key);
    const after = await readScriptTime(session);
    times.push((after - before) * 1000);
    before = after;
  }
  await page.waitForTimeout(600); // the draft is written after a pause
  times.push(((await readScriptTime(session)) - before) * 1000);
  return times;
}

async function readScriptTime(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics');
  const metric = metrics.find(({ name }) => name === 'ScriptDuration');
  if (!metric) throw new Error('The browser does not tell the time of script');
  return metric.value;
}
