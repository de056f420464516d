/** The address of the page's first script, which has a hash of everything that it can load. */
const script = document.querySelector('script')?.src ?? '';

const maxWaitMilliseconds = 10_000;

/** Whether the server has another version of the console than this tab. */
async function isReplaced(): Promise<boolean> {
  const page = await fetch('/console/', { cache: 'no-store', signal: AbortSignal.timeout(maxWaitMilliseconds) });
  return page.ok && !(await page.text()).includes(script.slice(location.origin.length));
}

/**
 * After an update, the server no longer has the modules of this tab. The page then reloads, once
 * for each version that it leaves.
 * @returns `unsaved`: the reload would lose something that was typed. `no`: there is no new version
 */
export async function loadNewVersion(): Promise<'reloading' | 'unsaved' | 'no'> {
  try {
    if (sessionStorage.getItem(script) !== null || !(await isReplaced())) return 'no';
    if (!dispatchEvent(new Event('beforeunload', { cancelable: true }))) return 'unsaved';
    // Throws where storage is disabled: there, nothing would stop a loop.
    sessionStorage.setItem(script, 'left');
    location.reload();
    return 'reloading';
  } catch {
    return 'no';
  }
}
