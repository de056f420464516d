import type {
  FiledClaimView,
  PageRenderer,
  NoScriptForm,
  NoScriptIdRequest,
  NoScriptLogin,
  ClaimNumberOnly,
  ExpiredCode,
  LogOutOutcome,
} from '@redress/contract/page-renderer';
import type { ReceiptRequestView } from '@redress/contract/receipt-request';
import type { StatusView } from '@redress/contract/status-page';
import type { ClaimReceipt, FilingState } from '@redress/contract/session';
import { formKeyPlaceholder, formKeyRefresh, islandMarkers } from '@redress/contract/site-files';

/** The input of the last rendering. */
export interface Rendered {
  path?: string;
  filing?: FilingState;
  form?: NoScriptForm;
  login?: NoScriptLogin;
  filed?: ClaimReceipt;
  idRequest?: NoScriptIdRequest;
  complete?: FiledClaimView | ClaimNumberOnly | ExpiredCode;
  receipt?: ReceiptRequestView;
  status?: StatusView;
  logOut?: LogOutOutcome;
}

/** Renders islands that describe their input, and records the last one. */
export function fakePageRenderer(): PageRenderer & { last: Rendered } {
  const render = async (last: Rendered, shown: unknown, errors: readonly unknown[] = []) => {
    pageRenderer.last = last;
    const island = `<div id="rendered">${escape(JSON.stringify(shown))}</div>`;
    return { island, titlePrefix: errors.length > 0 ? 'Error: ' : '' };
  };
  const pageRenderer: PageRenderer & { last: Rendered } = {
    last: {},
    form: (path, filing, form) => render({ path, filing, form }, form, form.errors),
    login: (path, login) => render({ path, login }, login, login.errors),
    afterLogin: (path, filed) => render({ path, filed }, filed),
    idRequest: (path, idRequest) => render({ path, idRequest }, idRequest, idRequest.errors),
    complete: (path, complete) => render({ path, complete }, complete),
    receipt: (path, receipt) => render({ path, receipt }, receipt),
    status: (path, status) =>
      render({ path, status }, status, status.name === 'claim' ? Object.keys(status.errors) : []),
    logOut: (path, logOut) => render({ path, logOut }, logOut),
  };
  return pageRenderer;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** In the shortest built page of a form, the key is outside the island. */
export const builtFormPage = (title: string) =>
  `<!doctype html><title>${title}</title>${formKeyRefresh}<input name="formKey" value="${formKeyPlaceholder}">` +
  `${islandMarkers.start}<div>as built</div>${islandMarkers.end}<footer></footer>`;
/** Builds the shortest page without a form. */
export const builtIsland = (title: string) =>
  `<!doctype html><title>${title}</title>${islandMarkers.start}<div>as built</div>${islandMarkers.end}`;
