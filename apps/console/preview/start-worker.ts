/** The part of the browser's Trusted Types that checks a worker's address. */
interface TrustedTypes {
  createPolicy(name: string, rules: typeof ownScripts): typeof ownScripts;
}
declare global {
  var trustedTypes: TrustedTypes | undefined;
}

const ownScripts = { createScriptURL: (address: string): string => address };
/** `apps/server/src/platform/http/security-headers.ts` allows one policy of this name. */
const policy = globalThis.trustedTypes?.createPolicy('preview-workers', ownScripts) ?? ownScripts;

/** Starts a worker from its script, which has the frame's own policy: no network. */
export function startWorker(script: string): Worker {
  const address = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  const worker = new Worker(policy.createScriptURL(address));
  return worker;
}
