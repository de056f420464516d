import type {
  FiledClaimView,
  PageRenderer,
  NoScriptForm,
  NoScriptLogin,
  ClaimNumberOnly,
} from '@redress/contract/page-renderer';
import type { FilingState } from '@redress/contract/session';
import { formKeyPlaceholder, islandMarkers } from '@redress/contract/site-files';

/** What the server had drawn last, as it gave it. */
export interface Drawn {
  path?: string;
  filing?: FilingState;
  form?: NoScriptForm;
  login?: NoScriptLogin;
  complete?: FiledClaimView | ClaimNumberOnly;
}

/** Draws islands that say what was to be drawn, and keeps the last. */
export function fakeDrawer(): PageRenderer & { last: Drawn } {
  const drawer = {
    last: {} as Drawn,
    form(path: string, filing: FilingState, form: NoScriptForm) {
      drawer.last = { path, filing, form };
      return draw(form, form.errors.length > 0 ? 'Error: ' : '');
    },
    login(path: string, login: NoScriptLogin) {
      drawer.last = { path, login };
      return draw(login, login.errors.length > 0 ? 'Error: ' : '');
    },
    complete(path: string, complete: FiledClaimView | ClaimNumberOnly) {
      drawer.last = { path, complete };
      return draw(complete, '');
    },
  };
  return drawer;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const draw = (shown: unknown, titlePrefix: string) =>
  Promise.resolve({ island: `<div id="drawn">${escape(JSON.stringify(shown))}</div>`, titlePrefix });

/** The built page of a form, as short as it can be: the key outside of the island. */
export const builtFormPage = (title: string) =>
  `<!doctype html><title>${title}</title><input name="formKey" value="${formKeyPlaceholder}">` +
  `${islandMarkers.start}<div>as built</div>${islandMarkers.end}<footer></footer>`;
/** The same without a form. */
export const builtIsland = (title: string) =>
  `<!doctype html><title>${title}</title>${islandMarkers.start}<div>as built</div>${islandMarkers.end}`;
