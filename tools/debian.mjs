import { existsSync, readFileSync } from 'node:fs';
import { runStep } from './run-step.mjs';

/** Only root on Debian may use apt, because Ubuntu's packages differ. */
export function mayUseApt() {
  const isDebian = existsSync('/etc/os-release') && /^ID="?debian"?$/m.test(readFileSync('/etc/os-release', 'utf8'));
  return isDebian && process.getuid?.() === 0;
}

/**
 * @param {string[]} packages
 * @param {string} title shown to people
 */
export async function installByApt(packages, title) {
  await runStep({
    title,
    command: 'sh',
    args: ['-c', `apt-get update && apt-get install --yes --no-install-recommends ${packages.join(' ')}`],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    advice: `install ${packages.join(', ')} yourself.`,
  });
}
