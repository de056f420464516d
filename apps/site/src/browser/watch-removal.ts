import { isObject } from './read-responses.ts';
import { clearTab, followRemoval, readRemoval } from './storage.ts';

let isRemoving = false;

/**
 * Clears this tab while its page is being left for the log-out page, which tells the other tabs once
 * the cookies are gone: a request of theirs in between could renew the login.
 */
export function removeOnLeaving(): void {
  isRemoving = true;
  clearTab();
}

/**
 * Leaves a page whose data was removed in another tab, or on a later page of this one, for a fresh
 * one. Returns false if there is nothing to leave.
 */
export function watchRemoval(): boolean {
  // With the page in the tab's history, because browsers restore on Back what was typed.
  const state: unknown = history.state;
  const entry = isObject(state) ? state : {};
  const removal = 'removal' in entry ? entry['removal'] : readRemoval();
  history.replaceState({ ...entry, removal }, '');
  const leaveIfRemoved = () => {
    const hadData = followRemoval();
    if (readRemoval() === removal && !hadData) return false;
    document.body.hidden = true;
    for (const form of document.forms) form.reset();
    // Browsers keep the state when an address replaces itself.
    history.replaceState({ ...entry, removal: readRemoval() }, '');
    // Not `reload`, after which some browsers restore what was typed.
    location.replace(location.pathname);
    return true;
  };
  addEventListener('pageshow', ({ persisted }) => persisted && leaveIfRemoved());
  addEventListener('storage', () => isRemoving || leaveIfRemoved());
  return leaveIfRemoved();
}
