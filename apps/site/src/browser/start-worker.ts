/** Of the browser's Trusted Types only what is used here: a worker's address is looked at before the browser takes it. */
interface TrustedTypes {
  // What it gives is more than a text; the type says how it may be used.
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: (address: string) => string },
  ): {
    createScriptURL(address: string): string;
  };
}

declare global {
  /** Not in every browser: Safari has it since 2025, Firefox since 2026. */
  var trustedTypes: TrustedTypes | undefined;
}

/** Scripts of the build, by a path that the page's own script names. */
const ownScripts = { createScriptURL: admitOwn };
/** The server's header allows one of this name (apps/server/src/http/security-headers.ts): it is made once. */
const policy = globalThis.trustedTypes?.createPolicy('own-workers', ownScripts) ?? ownScripts;

/** Starts a worker from a script of this website, by its path. */
export const startWorker = (address: string): Worker => new Worker(policy.createScriptURL(address));

function admitOwn(address: string): string {
  if (/^\/assets\/[\w-]+\.js$/.test(address) || import.meta.env.DEV) return address;
  throw new TypeError(address);
}
