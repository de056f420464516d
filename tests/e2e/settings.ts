import { freePort } from '../setup/free-port.ts';

// The process that reads the configuration first chooses the port; the workers inherit it.
process.env['E2E_PORT'] ??= String(await freePort());

/** The port of the end-to-end tests' server. */
export const port = Number(process.env['E2E_PORT']);
export const address = `http://localhost:${port}`;

/**
 * Tags of a test that runs in both languages. In Spanish, where only the texts differ, it runs with
 * `npm run test:long`; `spanish.spec.ts` always does.
 */
export const tagsOf = (language: string): { tag: string[] } => ({ tag: language === 'es' ? ['@long'] : [] });

/** The screen of a phone, for the project `phone` and for tests that only run there. */
export const phone = { viewport: { width: 375, height: 812 }, hasTouch: true };
