import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Seconds. Two years, as lists of hosts that are reached by https alone ask for. */
const httpsOnlyFor = 63_072_000;

/** What a page may load, and from where. Nothing comes from another host, and nothing that stands in the page itself is run. */
const pagePolicy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'connect-src': "'self'",
  'worker-src': "'self'",
  // Safari asks it for workers until 15.4; frames, which it rules too, are closed again below.
  'child-src': "'self'",
  'frame-src': "'none'",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
  // What runs as script is only what the one policy of the website has looked at (apps/site/src/browser/start-worker.ts).
  'require-trusted-types-for': "'script'",
  'trusted-types': 'own-workers',
};

/** Answers of the API are read by scripts and saved, never shown: opened as a page they may do nothing at all. */
const apiPolicy = {
  'default-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
  sandbox: '',
};

/**
 * PDF is shown by viewers that in some browsers are pages with an object and styles of their own, which `default-src` would break
 * (docs/decisions/0009-caching.md).
 */
export const documentPolicy = writePolicy({
  'script-src': "'none'",
  'object-src': "'self'",
  'base-uri': "'none'",
  'form-action': "'none'",
  'frame-ancestors': "'none'",
});

/** What browsers can do for pages, and no page here needs. */
const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'browsing-topics',
  'camera',
  'display-capture',
  'encrypted-media',
  'fullscreen',
  'geolocation',
  'gyroscope',
  'hid',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'picture-in-picture',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'sync-xhr',
  'usb',
  'xr-spatial-tracking',
];

/** The headers that every answer carries, whatever it answers; a handler may set a narrower content policy. */
export interface SecurityHeaders {
  /** For an answer that Fastify has no part in. */
  of(url: string): Readonly<Record<string, string>>;
  set(request: Pick<FastifyRequest, 'url'>, reply: FastifyReply): void;
}

/**
 * Makes them once. `secure` is whether people reach the website by https: a browser that was told so asks for https only, of this host and
 * those below it, for two years.
 */
export function securityHeaders(secure: boolean): SecurityHeaders {
  const upgrade = secure ? { 'upgrade-insecure-requests': '' } : {};
  const everywhere = {
    'x-content-type-options': 'nosniff',
    // Within the website addresses hold nothing personal; `no-referrer` would hide from us where a posted form came from.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    // For browsers that do not know `frame-ancestors`.
    'x-frame-options': 'DENY',
    // The old filter of browsers could be turned against a page.
    'x-xss-protection': '0',
    ...(secure ? { 'strict-transport-security': `max-age=${httpsOnlyFor}; includeSubDomains` } : {}),
  };
  const ofPages = { ...everywhere, 'content-security-policy': writePolicy({ ...pagePolicy, ...upgrade }) };
  const ofApi = { ...everywhere, 'content-security-policy': writePolicy(apiPolicy) };
  const of = (url: string) => (url.startsWith('/api/') ? ofApi : ofPages);
  return {
    of,
    set(request, reply) {
      void reply.headers(of(request.url));
    },
  };
}

/** Has every answer of the server carry them. To be called before any other hook: one that answers by itself ends the row of hooks. */
export function addSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, done) => {
    headers.set(request, reply);
    done();
  });
}

function writePolicy(directives: Readonly<Record<string, string>>): string {
  return Object.entries(directives)
    .map(([name, value]) => (value === '' ? name : `${name} ${value}`))
    .join('; ');
}
