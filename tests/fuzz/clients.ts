import { randomUUID } from 'node:crypto';
import { goodAnswers } from '../setup/browser.ts';
import { solveEasyCaptcha } from '../setup/easy-captcha.ts';
import { companyAnswers, individualAnswers } from '../setup/sample-claims.ts';
import { keys, memberOf } from '../setup/test-server.ts';
import type { Visitor, FuzzRequest } from './fuzz-request.ts';

const publicHost = 'localhost:4300';
/**
 * After this many requests the filer files again and starts other uploads, because the earlier ones
 * are full or gone.
 */
const renewAfter = 60;

/** Requests are sent in the name of browsers with real cookies. */
export interface Visitors {
  /** Writes the bytes of a request, with values that only a running server knows. */
  write(request: FuzzRequest): Promise<Buffer>;
}

export async function openVisitors(port: number): Promise<Visitors> {
  const origin = `http://127.0.0.1:${port}`;
  const cookiesOf: Record<Visitor, Map<string, string>> = {
    stranger: new Map(),
    guest: new Map(),
    member: new Map(),
    filer: new Map(),
  };
  const send = async (
    visitor: Visitor,
    method: string,
    path: string,
    headers: Readonly<Record<string, string>> = {},
    body?: string,
  ) => {
    const cookies = cookiesOf[visitor];
    const answer = await fetch(origin + path, {
      method,
      headers: { cookie: cookieHeader(cookies), 'x-xsrf-token': cookies.get('XSRF-TOKEN') ?? '', ...headers },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return { status: answer.status, location: answer.headers.get('location') ?? '', text: await answer.text() };
  };
  /** The keys are claim numbers. */
  const receiptTokens = new Map<string, string>();
  const file = async (resource: string, answers: object) => {
    const json = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const { status, text } = await send('filer', 'POST', `/api/${resource}`, json, JSON.stringify(answers));
    const filed: unknown = JSON.parse(text);
    if (status !== 201 || typeof filed !== 'object' || filed === null || !('claimNumber' in filed))
      throw new Error(`A good claim was answered ${status}: ${text}`);
    const claimNumber = String(filed.claimNumber);
    if ('receiptToken' in filed) receiptTokens.set(claimNumber, String(filed.receiptToken));
    return claimNumber;
  };
  const begin = async (claimNumber: string) => {
    const metadata = `claimnumber ${toBase64(claimNumber)},filename ${toBase64('a.pdf')}`;
    const { location } = await send('filer', 'POST', '/api/uploads', {
      'tus-resumable': '1.0.0',
      'upload-length': '100',
      'upload-metadata': metadata,
    });
    return location.split('/').at(-1) ?? '';
  };

  for (const visitor of ['guest', 'member', 'filer'] as const) await send(visitor, 'GET', '/api/session');
  for (const [visitor, index] of [
    ['member', 0],
    ['filer', 1],
  ] as const) {
    const { uniqueId, noticeId } = memberOf(index);
    await send(visitor, 'GET', '/api/login/creds/', { p1: uniqueId, p2: noticeId });
  }
  const captcha = async () => ({ googleRecaptchaToken: await solveEasyCaptcha(keys) });
  const renew = async () => ({
    Consumer: await file('ConsumerClaimants', { ...goodAnswers, ...(await captcha()) }),
    Individual: await file('IndividualClaimants', { ...individualAnswers, ...(await captcha()) }),
    Tpp: await file('TppClaimants', companyAnswers),
  });
  let claims = await renew();
  let upload = await begin(claims.Tpp);
  let sent = 0;
  let renewing: Promise<void> | undefined;
  const renewAll = async () => {
    claims = await renew();
    upload = await begin(claims.Tpp);
  };

  return {
    async write(request) {
      if (request.raw) return request.raw;
      sent += 1;
      if (sent % renewAfter === 0) renewing ??= renewAll().finally(() => (renewing = undefined));
      await renewing;
      const cookies = cookiesOf[request.visitor];
      const claim =
        request.target.includes('Consumer') || request.target.includes('consumer')
          ? claims.Consumer
          : request.target.includes('Individual')
            ? claims.Individual
            : claims.Tpp;
      const words: Readonly<Record<string, string>> = {
        token: cookies.get('XSRF-TOKEN') ?? '',
        receiptToken: request.visitor === 'filer' ? (receiptTokens.get(claim) ?? '') : '',
        captcha: mentions(request, 'captcha') ? await solveEasyCaptcha(keys) : '',
        claim,
        claim64: toBase64(claim),
        upload,
        origin: `http://${publicHost}`,
        key: randomUUID(),
      };
      return writeBytes(request, cookies, (text) =>
        text.replaceAll(/\{\{(\w+)\}\}/g, (whole, word: string) => words[word] ?? whole),
      );
    },
  };
}

function writeBytes(request: FuzzRequest, cookies: ReadonlyMap<string, string>, fill: (text: string) => string) {
  const own = new Set(request.headers.map(([name]) => name.toLowerCase()));
  const headers: (readonly [string, string])[] = [
    ['host', publicHost],
    ['connection', 'close'],
    ['cookie', cookieHeader(cookies)],
    ['x-xsrf-token', cookies.get('XSRF-TOKEN') ?? ''],
    ['receipt-token', fill('{{receiptToken}}')],
  ];
  const all = [...headers.filter(([name, value]) => value !== '' && !own.has(name)), ...request.headers];
  const body = request.body && Buffer.from(fill(request.body.toString('latin1')), 'latin1');
  const framing = body ? (request.framing ?? 'length') : 'none';
  if (framing === 'length') all.push(['content-length', String(body?.length ?? 0)]);
  if (framing === 'chunked') all.push(['transfer-encoding', 'chunked']);
  const head = `${request.method} ${fill(request.target)} HTTP/1.1\r\n${all.map(([name, value]) => `${name}: ${fill(value)}\r\n`).join('')}\r\n`;
  const sentBody = body ? (framing === 'chunked' ? inChunks(body) : body) : Buffer.alloc(0);
  return Buffer.concat([Buffer.from(head, 'latin1'), sentBody]);
}

function inChunks(body: Buffer): Buffer {
  const size = Math.max(1, Math.ceil(body.length / 5));
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, Buffer.from('\r\n'));
  }
  return Buffer.concat([...chunks, Buffer.from('0\r\n\r\n')]);
}

const mentions = ({ body, target }: FuzzRequest, word: string) =>
  (body?.includes(`{{${word}}}`) ?? false) || target.includes(`{{${word}}}`);
const toBase64 = (text: string) => Buffer.from(text).toString('base64');
const cookieHeader = (cookies: ReadonlyMap<string, string>) =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
