/**
 * The scoring of the HTTP Observatory, algorithm 6 (November 2026):
 * https://developer.mozilla.org/en-US/observatory/docs/tests_and_scoring An answer starts at 100
 * points. Penalties always count; bonuses count from 90 points on. Redirects from http are left
 * out: the TLS-terminating proxy makes them. docs/decisions/0021 says why it is ours.
 */

/** A response of a website that is served over https. */
export interface GradedAnswer {
  /** By lower-case name; a repeated header has several values. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body, if it is HTML. */
  readonly html?: string;
  /** Response headers to a cross-origin request, by lower-case name. */
  readonly preflight?: readonly (readonly [name: string, value: string])[];
}

interface Grade {
  readonly grade: string;
  readonly points: number;
  /** The result of each test, by its name: `no-unsafe-default-none +10`. */
  readonly results: Readonly<Record<string, string>>;
}

type Result = readonly [name: string, points: number];

export function gradeAnswer(answer: GradedAnswer): Grade {
  const tests: Record<string, Result> = {
    csp: gradePolicy(answer),
    cookies: gradeCookies(answer),
    coep: gradeToken(answer, 'cross-origin-embedder-policy', ['require-corp', 'credentialless'], ['unsafe-none']),
    coop: gradeToken(
      answer,
      'cross-origin-opener-policy',
      ['same-origin', 'same-origin-allow-popups', 'noopener-allow-popups'],
      ['unsafe-none'],
    ),
    corp: gradeToken(answer, 'cross-origin-resource-policy', ['same-origin', 'same-site'], ['cross-origin']),
    cors: gradeSharing(answer),
    referrer: gradeReferrer(answer),
    hsts: gradeHttpsOnly(answer),
    integrity: gradeIntegrity(answer),
    sniffing: gradeSniffing(answer),
    framing: gradeFraming(answer),
  };
  const given = Object.values(tests).map(([, points]) => points);
  const sum = (points: readonly number[]) => points.reduce((total, one) => total + one, 100);
  const taken = sum(given.filter((points) => points < 0));
  const points = Math.max(0, taken >= 90 ? sum(given) : taken);
  const results = Object.fromEntries(
    Object.entries(tests).map(([test, [name, of]]) => [test, `${name} ${of < 0 ? of : `+${of}`}`]),
  );
  return { grade: letterOf(points), points, results };
}

function letterOf(points: number): string {
  const steps: readonly (readonly [number, string])[] = [
    [100, 'A+'],
    [90, 'A'],
    [85, 'A-'],
    [80, 'B+'],
    [70, 'B'],
    [65, 'B-'],
    [60, 'C+'],
    [50, 'C'],
    [45, 'C-'],
    [40, 'D+'],
    [30, 'D'],
    [25, 'D-'],
  ];
  return steps.find(([least]) => points >= least)?.[1] ?? 'F';
}

const valuesOf = ({ headers }: GradedAnswer, name: string): string[] =>
  headers.filter(([one]) => one === name).map(([, value]) => value);

const broad = new Set(['ftp:', 'http:', 'https:', '*', 'http://*', 'http://*.*', 'https://*', 'https://*.*']);
const inline = new Set(["'unsafe-inline'", 'data:']);

/**
 * Undefined when it cannot be parsed. Several policies, which this website never sends, are not
 * supported.
 */
function readPolicy(answer: GradedAnswer): Map<string, readonly string[]> | undefined {
  const policies = valuesOf(answer, 'content-security-policy').flatMap((value) => value.split(','));
  if (policies.length !== 1) return policies.length === 0 ? new Map() : undefined;
  const directives = new Map<string, readonly string[]>();
  for (const directive of (policies[0] ?? '').split(';')) {
    const [name = '', ...sources] = directive.trim().toLowerCase().split(/\s+/);
    if (name === '') continue;
    if (directives.has(name)) return undefined;
    directives.set(name, sources.length === 0 && name.endsWith('-src') ? ["'none'"] : sources);
  }
  return directives;
}

function gradePolicy(answer: GradedAnswer): Result {
  const policy = readPolicy(answer);
  if (!policy) return ['invalid', -25];
  if (policy.size === 0) return ['not-implemented', -25];
  const sources = (name: string) => policy.get(name) ?? policy.get('default-src') ?? ['*'];
  // Without nonces and hashes, which this website does not use, nothing relaxes a source.
  const [scripts, objects, styles] = [sources('script-src'), sources('object-src'), sources('style-src')];
  const passive = new Set(['img-src', 'media-src']);
  const active = [...policy].filter(([name]) => !passive.has(name)).flatMap(([, list]) => list);
  const insecure = (source: string) => source.startsWith('http:') || source.startsWith('ftp:');
  if (scripts.includes("'strict-dynamic'")) return ['invalid', -25];
  if (scripts.some((one) => broad.has(one) || inline.has(one)) || objects.some((one) => broad.has(one)))
    return ['unsafe-inline', -20];
  if ([...active, ...scripts].some(insecure)) return ['insecure-scheme', -20];
  if ([...scripts, ...styles].includes("'unsafe-eval'")) return ['unsafe-eval', -10];
  if ([...passive].flatMap(sources).some(insecure)) return ['insecure-passive', -10];
  if (styles.some((one) => broad.has(one) || inline.has(one))) return ['unsafe-inline-style', 0];
  const byDefault = policy.get('default-src');
  return byDefault?.length === 1 && byDefault[0] === "'none'" ? ['default-none', 10] : ['no-unsafe', 5];
}

function gradeCookies(answer: GradedAnswer): Result {
  const cookies = valuesOf(answer, 'set-cookie').map(readCookie);
  if (cookies.length === 0) return ['none', 0];
  const isProtected = gradeHttpsOnly(answer)[1] >= 0;
  // From best to worst: the worst cookie decides.
  const faults: readonly (readonly [Result, boolean])[] = [
    [['insecure-but-hsts', -5], cookies.some(({ secure }) => !secure && isProtected)],
    [['insecure', -20], cookies.some(({ secure }) => !secure && !isProtected)],
    [['session-insecure-but-hsts', -10], cookies.some((one) => one.isSession && !one.secure && isProtected)],
    [
      ['same-site-invalid', -20],
      cookies.some((one) => one.sameSite !== undefined && !['lax', 'strict', 'none'].includes(one.sameSite)),
    ],
    [['anti-forgery-without-same-site', -20], cookies.some((one) => one.isAntiForgery && one.sameSite === undefined)],
    [['session-readable', -30], cookies.some((one) => one.isSession && !one.httpOnly)],
    [['session-insecure', -40], cookies.some((one) => one.isSession && !one.secure && !isProtected)],
  ];
  const worst = faults.findLast(([, holds]) => holds);
  if (worst) return worst[0];
  return cookies.every(({ sameSite }) => sameSite !== undefined) ? ['all-same-site', 5] : ['without-same-site', 0];
}

function readCookie(header: string) {
  const [pair = '', ...attributes] = header.split(';').map((part) => part.trim());
  const name = pair.split('=')[0]?.toLowerCase() ?? '';
  const valueOf = (attribute: string) =>
    attributes.map((one) => one.toLowerCase().split('=')).find(([one]) => one === attribute);
  return {
    isSession: name.includes('login') || name.includes('sess'),
    isAntiForgery: name.includes('csrf'),
    secure: valueOf('secure') !== undefined,
    httpOnly: valueOf('httponly') !== undefined,
    sameSite: valueOf('samesite')?.[1],
  };
}

function gradeToken(answer: GradedAnswer, name: string, good: readonly string[], weak: readonly string[]): Result {
  const values = valuesOf(answer, name);
  if (values.length === 0) return ['not-implemented', 0];
  const [value = ''] = (values.length === 1 ? (values[0] ?? '') : '').split(';').map((part) => part.trim());
  if (good.includes(value)) return [value, 10];
  return weak.includes(value) ? [value, 0] : ['invalid', -5];
}

function gradeSharing({ preflight = [] }: GradedAnswer): Result {
  const headers = new Map(preflight);
  const allowed = headers.get('access-control-allow-origin');
  if (allowed === undefined) return ['not-implemented', 0];
  const withCookies = headers.get('access-control-allow-credentials')?.trim().toLowerCase() === 'true';
  return withCookies && allowed !== '*' ? ['anybody-with-cookies', -50] : ['public', 0];
}

function gradeReferrer(answer: GradedAnswer): Result {
  const values = valuesOf(answer, 'referrer-policy').flatMap((value) => value.toLowerCase().split(','));
  if (values.length === 0) return ['not-implemented', 0];
  const good = ['no-referrer', 'same-origin', 'strict-origin', 'strict-origin-when-cross-origin'];
  const bad = ['origin', 'origin-when-cross-origin', 'unsafe-url', 'no-referrer-when-downgrade'];
  const last = values.map((value) => value.trim()).findLast((value) => [...good, ...bad].includes(value));
  return last !== undefined && good.includes(last) ? ['private', 5] : ['unsafe', -5];
}

function gradeHttpsOnly(answer: GradedAnswer): Result {
  const [value] = valuesOf(answer, 'strict-transport-security');
  if (value === undefined) return ['not-implemented', -20];
  const age = /(?:^|;)\s*max-age=(\d+)/i.exec(value)?.[1];
  if (age === undefined || value.includes(',')) return ['invalid', -20];
  return Number(age) >= 15_552_000 ? ['six-months', 0] : ['shorter', -10];
}

/** The worst external script decides. */
function gradeIntegrity({ html }: GradedAnswer): Result {
  if (html === undefined) return ['not-html', 0];
  const scripts = [...html.matchAll(/<script\b([^>]*)>/gi)].map(([, attributes = '']) => attributes);
  if (scripts.length === 0) return ['no-scripts', 0];
  const sources = scripts.map((attributes) => ({
    source: /\ssrc="([^"]*)"/i.exec(attributes)?.[1] ?? '',
    isSigned: /\sintegrity="[^"]+"/i.test(attributes),
  }));
  const foreign = sources.filter(({ source }) => /^(?:https?:)?\/\//i.test(source));
  if (foreign.some(({ source, isSigned }) => !isSigned && !source.startsWith('https:'))) return ['foreign-open', -50];
  if (foreign.some(({ source }) => !source.startsWith('https:'))) return ['foreign-insecure', -20];
  if (foreign.some(({ isSigned }) => !isSigned)) return ['foreign-unsigned', -5];
  return sources.some(({ isSigned }) => isSigned) ? ['signed', 5] : ['own-unsigned', 0];
}

function gradeSniffing(answer: GradedAnswer): Result {
  return valuesOf(answer, 'x-content-type-options')[0]?.trim().toLowerCase() === 'nosniff'
    ? ['nosniff', 0]
    : ['missing', -5];
}

function gradeFraming(answer: GradedAnswer): Result {
  if (readPolicy(answer)?.has('frame-ancestors')) return ['by-policy', 5];
  const [value] = valuesOf(answer, 'x-frame-options').map((one) => one.trim().toLowerCase());
  if (value === undefined) return ['not-implemented', -20];
  if (value === 'deny' || value === 'sameorigin') return ['by-header', 5];
  return value.startsWith('allow-') ? ['obsolete', 0] : ['invalid', -20];
}
