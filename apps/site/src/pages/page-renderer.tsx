import { site } from '@redress/content/site';
import type { Language } from '@redress/contract/language';
import type { PageRenderer, RenderedIsland } from '@redress/contract/page-renderer';
import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { renderIsland } from '../islands/island.tsx';
import { CompletionIsland } from '../completion/completion-island.tsx';
import {
  afterLoginIslandData,
  completeIslandData,
  type FormIslandData,
  formIslandData,
  type IdRequestIslandData,
  linksOfStatusClaim,
  type LoginIslandData,
  pageIslandData,
  receiptPageData,
  statusPageData,
} from '../islands/island-data.ts';
import { loadFormIsland } from '../form/form-island.tsx';
import { loadIdRequestIsland } from '../lost-ids/id-request-island.tsx';
import { AfterLoginIsland } from '../login/after-login-island.tsx';
import { loadLoginIsland } from '../login/login-island.tsx';
import { ReceiptRequestPage } from '../receipt/receipt-page.tsx';
import { isProblem } from '../status/status-notice.tsx';
import { StatusPage } from '../status/status-page.tsx';
import { LogOutIsland } from '../shared-computer/log-out-island.tsx';
import { pageOfKind } from '../routing/find-page.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';

/** The server imports this from `dist/page-renderer/page-renderer.js`. */
export const pageRenderer: PageRenderer = {
  async form(path, filing, returned) {
    const data = { ...formIslandData(site, pageOfKind(site, 'form', path), filing), returned };
    return renderReturned(data, await loadFormIsland(data));
  },
  async login(path, returned) {
    const data = { ...pageIslandData(site, pageOfKind(site, 'login', path)), returned };
    return renderReturned(data, await loadLoginIsland(data));
  },
  afterLogin(path, filed): Promise<RenderedIsland> {
    const data = { ...afterLoginIslandData(site, pageOfKind(site, 'instructions', path)), filed };
    return Promise.resolve({ island: renderIsland(data, <AfterLoginIsland {...data} />), titlePrefix: '' });
  },
  async idRequest(path, returned) {
    const data = { ...pageIslandData(site, pageOfKind(site, 'id-request', path)), returned };
    return renderReturned(data, await loadIdRequestIsland(data));
  },
  complete(path, shown): Promise<RenderedIsland> {
    const page = completeIslandData(site, pageOfKind(site, 'complete', path));
    const data = { ...page, ...('code' in shown ? shown : { claim: shown }) };
    const caption = 'formId' in shown ? captionOf(shown.formId, page.page.language) : undefined;
    return Promise.resolve({ island: renderIsland(data, <CompletionIsland {...data} />), titlePrefix: '', caption });
  },
  async receipt(path, request) {
    const data = receiptPageData(site, pageOfKind(site, 'receipt', path));
    const { titlePrefix } = await loadFormMessages(data.language);
    const isWrong = request.missing.length > 0 || (request.notice && request.notice.name !== 'expired');
    const island = renderToStaticMarkup(<ReceiptRequestPage {...data} request={request} />);
    return { island, titlePrefix: isWrong ? titlePrefix : '' };
  },
  async status(path, view) {
    const page = pageOfKind(site, 'status', path);
    const data = statusPageData(site, page);
    const { titlePrefix } = await loadFormMessages(data.language);
    const hasErrors = 'missing' in view ? view.missing.length > 0 : Object.keys(view.errors).length > 0;
    const isWrong = hasErrors || (view.notice && isProblem(view.notice));
    const island = renderToStaticMarkup(<StatusPage {...data} view={view} />);
    const ofClaim = view.name === 'claim' && {
      links: linksOfStatusClaim(site, page),
      caption: captionOf(view.formId, page.language),
    };
    return { island, titlePrefix: isWrong ? titlePrefix : '', ...ofClaim };
  },
  logOut(path, done): Promise<RenderedIsland> {
    const data = { ...pageIslandData(site, pageOfKind(site, 'log-out', path)), done };
    return Promise.resolve({ island: renderIsland(data, <LogOutIsland {...data} />), titlePrefix: '' });
  },
};

/** The caption of a form whose case is not the website's. */
function captionOf(formId: string, language: Language | undefined): string | undefined {
  const page = site.pages.find((each) => each.kind === 'form' && each.form === formId && each.language === language);
  return page?.caption;
}

/** Marks errors in the title, which screen readers announce first. */
async function renderReturned(
  data: FormIslandData | LoginIslandData | IdRequestIslandData,
  element: ReactElement,
): Promise<RenderedIsland> {
  const { page, returned } = data;
  const isGood = returned?.notice?.name === 'saved-form' && returned.notice.ok;
  const isWrong = returned && (returned.errors.length > 0 || (returned.notice && !isGood) || 'conflict' in returned);
  const { titlePrefix } = await loadFormMessages(page.language ?? 'en');
  return { island: renderIsland(data, element), titlePrefix: isWrong ? titlePrefix : '' };
}
