import { formKeyScript } from '@redress/contract/site-files';
import { hash } from 'node:crypto';

/** HSTS preload lists require two years. */
const hstsSeconds = 63_072_000;

/** Pages load from this host only, and run no inline script but the one that makes a form's key. */
const pagePolicy = [
  "default-src 'none'",
  `script-src 'self' 'sha256-${hash('sha256', formKeyScript, 'base64')}'`,
  "style-src 'self'",
  // No `blob:`: thumbnails are canvases (apps/site/src/uploads/prepare-photo.ts).
  "img-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  // Workers in Safari before 15.4 need this. It would allow frames, which `frame-src` forbids.
  "child-src 'self'",
  "frame-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  // The policy is in apps/site/src/browser/start-worker.ts.
  "require-trusted-types-for 'script'",
  'trusted-types own-workers',
].join('; ');

/** The console's pages show documents in frames, which have `previewPolicy`. */
const consolePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/**
 * The frame in which the console shows a claimant's document. It has a separate origin, no
 * network, and gets the bytes from the console (docs/decisions/0036-previews.md).
 */
const previewPolicy = [
  'sandbox allow-scripts',
  "default-src 'none'",
  // pdf.js decodes some scans by WebAssembly.
  "script-src 'self' 'wasm-unsafe-eval'",
  "style-src 'self'",
  "connect-src 'none'",
  // Workers inherit this policy.
  'worker-src blob:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types preview-workers',
].join('; ');

/** API responses are never shown as pages. */
const apiPolicy = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/**
 * Some browsers show PDFs in a page with its own object and styles, which `default-src` would block
 * (docs/decisions/0009-caching.md).
 */
export const documentPolicy =
  "script-src 'none'; object-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Browser features that no page uses. */
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

export type SecurityHeaders = ReturnType<typeof securityHeaders>;

/**
 * Returns the headers of every response, by its URL. A handler may set a stricter content policy.
 * @param secure the website uses HTTPS, and browsers must use nothing else for two years
 */
export function securityHeaders(secure: boolean) {
  const everywhere = {
    'x-content-type-options': 'nosniff',
    // `no-referrer` would hide the origin of no-script forms. The console's URLs hold search words
    // and Notice IDs, so it sends no referrer; the website's contain no personal data.
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-embedder-policy': 'require-corp',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    // Browsers without `frame-ancestors` need this.
    'x-frame-options': 'DENY',
    // The old XSS filter could be abused.
    'x-xss-protection': '0',
    ...(secure ? { 'strict-transport-security': `max-age=${hstsSeconds}; includeSubDomains` } : {}),
  };
  const upgrade = secure ? '; upgrade-insecure-requests' : '';
  const ofPages = { ...everywhere, 'content-security-policy': pagePolicy + upgrade };
  const ofConsole = {
    ...everywhere,
    'permissions-policy': unusedFeatures
      .map((feature) => (feature === 'publickey-credentials-get' ? `${feature}=(self)` : `${feature}=()`))
      .join(', '),
    'referrer-policy': 'no-referrer',
    'content-security-policy': consolePolicy + upgrade,
  };
  const ofPreview = {
    ...everywhere,
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'SAMEORIGIN',
    // The frame's origin is opaque, so even our own scripts are cross-origin to it.
    'access-control-allow-origin': '*',
    'content-security-policy': previewPolicy + upgrade,
  };
  const ofApi = { ...everywhere, 'content-security-policy': apiPolicy };
  return (address: string): Readonly<Record<string, string>> => {
    const url = decodeAddress(address);
    if (url.startsWith('/api/')) return ofApi;
    if (/^\/console\/preview(?:\/|$)/.test(url)) return ofPreview;
    return /^\/console(?:\/|$)/.test(url) ? ofConsole : ofPages;
  };
}

/**
 * The path by which routes are found: `/console/%70review` is also the page of previews, and so is
 * `/console/preview#x`, which no browser sends.
 */
function decodeAddress(address: string): string {
  const path = address.replace(/[?#].*/s, '');
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
