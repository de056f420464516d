import { settlement } from '@redress/content/settlement';
import { buildApp } from '@redress/server/app';
import { createContext } from '@redress/server/context';
import { claimNumberOf, createMixer } from '@redress/server/claims/claim-number';
import { claimInserter } from '@redress/server/claims/insert-claims';
import { browserCookies } from '@redress/server/http/browser-cookies';
import { acceptedKeys, deriveKeys, keyedHash } from '@redress/server/keys/keys';
import { createLog } from '@redress/server/logging/log';
import { fork } from 'node:child_process';
import { formOf } from './answers.ts';
import { noticeIdOf } from './claimants.ts';
import { mintTokens } from './captcha-tokens.ts';
import { pino } from 'pino';
import { measureHttp } from './http-claims.ts';
setTimeout(() => process.exit(3), 45_000);
const form = formOf(settlement);
const keys = deriveKeys('k'.repeat(44));
if (process.argv[2] === 'client') {
  process.once('message', async (m: any) => {
    const tokens = await mintTokens(keys, 40000);
    const n = { filed: 0 };
    process.send!({ start: true });
    const r = await measureHttp({ url: new URL(`/api/${form.resource}`, m.address), form, claimants: m.claimants, takeToken: () => tokens.pop(), clients: 64, warmUpSeconds: 3, seconds: 5 } as any);
    process.send!({ done: r.filed, first: (r as any).firstFailure, rate: r.claimsPerSecond });
  });
} else {
  const fakePool: any = { query: async ({ values }: any) => { await new Promise((r) => setTimeout(r, 1)); return { rows: [...values[0].matchAll(/"number":"(\d+)"/g)].map((m: any) => ({ number: m[1] })) }; } };
  const log = pino({ level: 'info', base: null }, pino.destination({ dest: '/tmp/a/zz.log', sync: process.env['ASYNC'] ? false : true }));
  const context = { ...createContext({ settlement, database: undefined as any, pool: fakePool, store: undefined as any, uploadFolder: undefined as any, keys, publicUrl: new URL('http://localhost:3000'), log: log as any, receiptRenderer: undefined as any, uploads: { tus: undefined } as any, limits: 'off' }) };
  const mixer = createMixer(keys['claim-numbers']); let serial = 0;
  const ctx = { ...context, nextClaimNumber: () => Promise.resolve(claimNumberOf(serial++, mixer)), insertClaim: claimInserter(fakePool) };
  const app = await buildApp(ctx as any, {});
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  const cookies = browserCookies({ keys: acceptedKeys(keys, 'cookies'), secure: false });
  const claimants = Array.from({ length: 1000 }, (_, i) => { const jar: string[] = []; cookies.writeLogin({ setCookie: (n: string, v: string) => jar.push(`${n}=${v}`) } as any, { noticeId: noticeIdOf(i), caseId: form.caseId, name: 'A. B' } as any, new Date()); const secret = 'abcdefghijklmnopqrstuvwx'; const token = keyedHash(keys.xsrf, `token of ${secret}`).toString('base64url'); return { cookies: [...jar, `redress-browser=${secret}`, `XSRF-TOKEN=${token}`].join('; '), token }; });
  const child = fork(import.meta.filename, ['client']);
  let c0 = process.cpuUsage(); let s0 = 0;
  child.on('message', (m: any) => { if (m.start) setTimeout(() => { c0 = process.cpuUsage(); s0 = serial; }, 3000); else { const c = process.cpuUsage(c0); console.log(process.argv[2] ?? '', JSON.stringify(m), 'CPU per claim', ((c.user + c.system) / (serial - s0)).toFixed(1), 'µs user', (c.user / (serial - s0)).toFixed(1), 'sys', (c.system / (serial - s0)).toFixed(1), 'rss', Math.round(process.memoryUsage().rss / 1e6)); child.kill(); process.exit(); } });
  child.send({ address, claimants });
}
