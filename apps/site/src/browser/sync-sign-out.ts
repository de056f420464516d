import { isObject } from './read-responses.ts';
import { clearTab, followRemoval, readRemoval, removeEverything } from './storage.ts';

let isRemoving = false;

/**
 * Clears this tab while the claimant leaves its page for the log-out page. The other tabs learn of
 * it once the cookies are gone, because an earlier request of theirs could renew the login.
 */
export function removeOnLeaving(): void {
  isRemoving = true;
  clearTab();
  // The server's answer clears the storage, but not the tab's history.
  history.replaceState({ ...readEntry(), isRemoving }, '');
}

/** The state of this page in the tab's history. */
function readEntry(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state;
  return isObject(state) ? state : {};
}

/**
 * Leaves a page whose data was removed in another tab, or on a later page of this one, for a fresh
 * one. Returns false if there is nothing to leave.
 */
export function syncSignOut(): boolean {
  // The state is kept with the page in the tab's history, because Back restores typed text.
  const { isRemoving: wasRemoving, ...entry } = readEntry();
  const removal = 'removal' in entry ? entry['removal'] : readRemoval();
  history.replaceState({ ...entry, removal }, '');
  /** Needed if the claimant comes back before the script of the log-out page has loaded. */
  const finishRemoval = () => readRemoval() === removal && removeEverything();
  if (wasRemoving === true) finishRemoval();
  const leaveIfRemoved = () => {
    const hadData = followRemoval();
    if (readRemoval() === removal && !hadData) return false;
    document.body.hidden = true;
    for (const form of document.forms) form.reset();
    // Browsers keep the state when an address replaces itself.
    history.replaceState({ ...entry, removal: readRemoval() }, '');
    // After `reload`, some browsers restore typed text.
    location.replace(location.pathname);
    return true;
  };
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    if (isRemoving) finishRemoval();
    leaveIfRemoved();
  });
  addEventListener('storage', () => isRemoving || leaveIfRemoved());
  return leaveIfRemoved();
}
