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
import type { ClaimReceipt, FilingState } from '@redress/contract/session';
import { formKeyPlaceholder, islandMarkers } from '@redress/contract/site-files';

/** The input and output of the last rendering. */
export interface Rendered {
  path?: string;
  filing?: FilingState;
  form?: NoScriptForm;
  login?: NoScriptLogin;
  filed?: ClaimReceipt;
  idRequest?: NoScriptIdRequest;
  complete?: FiledClaimView | ClaimNumberOnly | ExpiredCode;
  receipt?: ReceiptRequestView;
  logOut?: LogOutOutcome;
}

/** Renders islands that describe their input, and records the last one. */
export function fakePageRenderer(): PageRenderer & { last: Rendered } {
  const pageRenderer = {
    last: {} as Rendered,
    form(path: string, filing: FilingState, form: NoScriptForm) {
      pageRenderer.last = { path, filing, form };
      return render(form, form.errors.length > 0 ? 'Error: ' : '');
    },
    login(path: string, login: NoScriptLogin) {
      pageRenderer.last = { path, login };
      return render(login, login.errors.length > 0 ? 'Error: ' : '');
    },
    afterLogin(path: string, filed: ClaimReceipt) {
      pageRenderer.last = { path, filed };
      return render(filed, '');
    },
    idRequest(path: string, idRequest: NoScriptIdRequest) {
      pageRenderer.last = { path, idRequest };
      return render(idRequest, idRequest.errors.length > 0 ? 'Error: ' : '');
    },
    complete(path: string, complete: FiledClaimView | ClaimNumberOnly | ExpiredCode) {
      pageRenderer.last = { path, complete };
      return render(complete, '');
    },
    receipt(path: string, receipt: ReceiptRequestView) {
      pageRenderer.last = { path, receipt };
      return render(receipt, '');
    },
    logOut(path: string, logOut: LogOutOutcome) {
      pageRenderer.last = { path, logOut };
      return render(logOut, '');
    },
  };
  return pageRenderer;
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const render = (shown: unknown, titlePrefix: string) =>
  Promise.resolve({ island: `<div id="rendered">${escape(JSON.stringify(shown))}</div>`, titlePrefix });

/** The shortest possible built page of a form: the key is outside the island. */
export const builtFormPage = (title: string) =>
  `<!doctype html><title>${title}</title><input name="formKey" value="${formKeyPlaceholder}">` +
  `${islandMarkers.start}<div>as built</div>${islandMarkers.end}<footer></footer>`;
/** The same without a form. */
export const builtIsland = (title: string) =>
  `<!doctype html><title>${title}</title>${islandMarkers.start}<div>as built</div>${islandMarkers.end}`;
