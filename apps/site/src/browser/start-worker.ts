/** The part of the browser's Trusted Types that checks a worker's address. */
interface TrustedTypes {
  createPolicy(name: string, rules: typeof ownScripts): typeof ownScripts;
}

declare global {
  /** Safari has had it since 2025, Firefox since 2026. */
  var trustedTypes: TrustedTypes | undefined;
}

const ownScripts = { createScriptURL: checkOwnScript };
/** `apps/server/src/platform/http/security-headers.ts` allows one policy of this name per page. */
const policy = globalThis.trustedTypes?.createPolicy('own-workers', ownScripts) ?? ownScripts;

export const startWorker = (address: string): Worker => new Worker(policy.createScriptURL(address));

function checkOwnScript(address: string): string {
  if (/^\/assets\/[\w-]+\.js$/.test(address) || import.meta.env.DEV) return address;
  throw new TypeError(address);
}
