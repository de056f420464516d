import { ProblemSchema } from '@redress/contract/problem';
import { Value } from 'typebox/value';
import type { ApiDescription } from './api-description.ts';
import type { Exchange, WireAnswer } from './http-exchange.ts';
import type { FuzzRequest } from './fuzz-request.ts';

/** No response may contain such text, unless the request did. */
const leaks: readonly RegExp[] = [
  /\bat [^\n]{1,200}\.(?:ts|js|mjs|cjs):\d+/,
  /\bnode:(?:internal|_http|net|events|stream|fs)\b/,
  /node_modules/,
  /\/(?:tmp|home|root|var\/lib|usr\/lib|srv|work)\/[\w.-]+/,
  /\b(?:select\b[^\n]{1,200}\bfrom|insert into|delete from|update\b[^\n]{1,80}\bset)\b/i,
  /\b(?:fastify|kysely|postgres(?:ql)?|typebox|ajv|busboy|undici|llhttp|pino|flydrive|altcha-lib|tus-node|@tus)\b/i,
  /\b(?:FST_[A-Z_]+|HPE_[A-Z_]+|ERR_[A-Z_]+|ECONN[A-Z]+|ENOENT|EACCES|ENAMETOOLONG|EISDIR|ENOTDIR)\b/,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|URIError)\b/,
  /Unexpected (?:token|end of JSON)|Cannot read propert|is not a function/,
  /invalid byte sequence|violates [a-z-]+ constraint|syntax error at/i,
];
const ourCookies = /^(?:__Host-)?(?:XSRF-TOKEN|redress-(?:login|browser|claims|status|claim-\d{10}))=/;
/** TCP may lose the response if the connection is closed while this many bytes are being sent. */
const maxUnreadBytes = 60_000;

/** Finds all faults of the server's response. */
export function checkExchange(request: FuzzRequest, { answers, rest, ended }: Exchange, api: ApiDescription): string[] {
  if (answers.length === 0) {
    if (request.isUnfinished) return rest.length > 0 ? ['bytes that are not a response'] : [];
    if (ended !== 'timeout' && (request.body?.length ?? 0) > maxUnreadBytes) return [];
    return [`no response (${ended})`];
  }
  if (!request.raw && answers.length > 1) return ['two responses to one request'];
  return [...new Set(answers.flatMap((answer) => checkResponse(request, answer, api)))];
}

function checkResponse(request: FuzzRequest, answer: WireAnswer, api: ApiDescription): string[] {
  const { status } = answer;
  const text = answer.body.toString('utf8');
  const type = first(answer, 'content-type') ?? '';
  const isHead = request.method === 'HEAD';
  const isApi = /^\/api(?:[/?]|$)/.test(targetOf(request)) || isUnread(request, status);
  const operation = request.raw ? undefined : api.find(request.method, request.target);
  return [
    ...checkStatus(answer),
    ...checkHeaders(answer, isApi),
    ...findLeaks(request, answer, text),
    ...(status >= 400 && isApi && status !== 412 ? checkProblem(status, type, text, isHead) : []),
    ...(operation && !isHead ? tell(operation.findFault(status, type, text)) : []),
    ...(/\bjson\b/.test(type) && !isHead && text !== '' && !isJson(text) ? ['invalid JSON'] : []),
  ];
}

const tell = (fault: string | undefined): string[] => (fault === undefined ? [] : [fault]);

/** Raw bytes have the target in the first line. */
const targetOf = ({ raw, target }: FuzzRequest) =>
  raw ? (/^\w+ (?:https?:\/\/[^/ ]*)?(\S+)/.exec(raw.toString('latin1'))?.[1] ?? '') : target;
/** A request that is refused before routing gets an API response. */
const isUnread = ({ raw }: FuzzRequest, status: number) => raw !== undefined && [400, 408, 417, 431].includes(status);

function checkStatus(answer: WireAnswer): string[] {
  const isIntended = answer.status < 500 || (answer.status === 503 && answer.headers.has('retry-after'));
  return isIntended ? [] : [`status ${answer.status}`];
}

function checkHeaders(answer: WireAnswer, isApi: boolean): string[] {
  const location = first(answer, 'location');
  return [
    ...(first(answer, 'x-content-type-options') === 'nosniff' ? [] : [`no nosniff (status ${answer.status})`]),
    ...(answer.headers.has('content-security-policy') ? [] : [`no Content-Security-Policy (status ${answer.status})`]),
    ...(!isApi || (first(answer, 'cache-control') ?? '').includes('no-store')
      ? []
      : [`no no-store (status ${answer.status})`]),
    ...((answer.headers.get('set-cookie') ?? []).every((cookie) => ourCookies.test(cookie))
      ? []
      : ['a cookie that is not ours']),
    ...(location === undefined || /^\/(?![/\\])/.test(location) ? [] : ['a redirect to another website']),
    ...['server', 'x-powered-by', 'access-control-allow-origin']
      .filter((name) => answer.headers.has(name))
      .map((name) => `a header ${name}`),
  ];
}

function checkProblem(status: number, type: string, text: string, isHead: boolean): string[] {
  if (!type.startsWith('application/problem+json')) return [`status ${status} as "${type}" and not as a problem`];
  if (isHead) return [];
  if (!isJson(text)) return ['a problem that is not JSON'];
  const problem: unknown = JSON.parse(text);
  if (!Value.Check(ProblemSchema, problem)) return ['a problem that does not match ProblemSchema'];
  return problem.status === status ? [] : [`a problem of status ${problem.status} with status ${status}`];
}

/** The API description names its technology, and files of the website are the same for all. */
function findLeaks(request: FuzzRequest, answer: WireAnswer, text: string): string[] {
  const type = first(answer, 'content-type') ?? '';
  const isFixed =
    request.target.startsWith('/api/openapi.json') ||
    /javascript|pdf|image|font|spreadsheet|zip/.test(type) ||
    answer.headers.has('content-encoding');
  if (isFixed) return [];
  const visible = `${[...answer.headers].join('\n')}\n${text}`;
  const said = [request.raw, request.target, request.headers.join('\n'), request.body]
    .map((part) => (typeof part === 'string' ? part : (part?.toString('utf8') ?? '')))
    .join('\n');
  const isSaid = (leak: string) =>
    said.includes(leak) ||
    decoded(said).includes(leak) ||
    leak.split(/["<\\&]/).some((part) => part.length > 3 && said.includes(part));
  return leaks.flatMap((pattern) => {
    const [leak] = pattern.exec(visible) ?? [];
    return leak === undefined || isSaid(leak) ? [] : [`tells "${leak.slice(0, 80)}"`];
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const first = (answer: WireAnswer, name: string) => answer.headers.get(name)?.[0];

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
