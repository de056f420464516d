import type { FastifyRequest } from 'fastify';

/**
 * Whether a form was posted from a page of ours, and not by another website that makes a browser send it. A page without script cannot
 * repeat a token in a header as the API asks for, so what the browser itself says counts, which no website can forge: `Sec-Fetch-Site`
 * where it is sent, then `Origin`, and `Referer` for browsers that send no `Origin` with a form. A post that says nothing is refused.
 * docs/decisions/0011-forms-without-script.md tells more.
 */
export function isFromOurPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: URL): boolean {
  const { origin, referer } = request.headers;
  const site = request.headers['sec-fetch-site'];
  // `none`: a person sends the form again, as by reloading the page that came back.
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return false;
  // What a browser says that gives no address away, as some that are set to be discreet do.
  const isHidden = origin === undefined || origin === 'null';
  const source = isHidden ? referer : origin;
  if (source === undefined) return site === 'same-origin';
  if (!URL.canParse(source)) return false;
  const { host, protocol } = new URL(source);
  // What comes by http may have been written by anybody on the way.
  if (publicUrl.protocol === 'https:' && protocol !== 'https:') return false;
  return [request.host.toLowerCase(), publicUrl.host].includes(host);
}

/**
 * Whether a request comes from a page of another website, as the browser itself says. A program
 * that says neither is none: for the API the token decides. What a browser calls `same-origin` is
 * taken at its word, whatever a proxy made of the host.
 */
export function isFromAnotherSite(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: URL): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site === 'same-origin') return false;
  return (site !== undefined || request.headers.origin !== undefined) && !isFromOurPage(request, publicUrl);
}
