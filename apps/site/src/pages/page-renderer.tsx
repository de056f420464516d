import { site } from '@redress/content/site';
import type { RenderedIsland, PageRenderer, NoScriptForm, NoScriptLogin } from '@redress/contract/page-renderer';
import { renderIsland } from '../islands/island.tsx';
import { CompletionIsland } from '../completion/completion-island.tsx';
import { formIslandData, pageIslandData } from '../islands/island-data.ts';
import { loadFormIsland } from '../form/form-island.tsx';
import { loadLoginIsland } from '../login/login-island.tsx';
import { pageOfKind } from '../routing/find-page.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';

/** The server imports this from `dist/page-renderer/page-renderer.js`. */
export const pageRenderer: PageRenderer = {
  async form(path, filing, returned) {
    const page = pageOfKind(site, 'form', path);
    const data = { ...formIslandData(site, page, filing), returned };
    return {
      island: renderIsland(data, await loadFormIsland(data)),
      titlePrefix: await titlePrefix(page.language ?? 'en', returned),
    };
  },
  async login(path, returned) {
    const page = pageOfKind(site, 'login', path);
    const data = { ...pageIslandData(site, page), returned };
    return {
      island: renderIsland(data, await loadLoginIsland(data)),
      titlePrefix: await titlePrefix(page.language ?? 'en', returned),
    };
  },
  complete(path, claim): Promise<RenderedIsland> {
    const data = { ...pageIslandData(site, pageOfKind(site, 'complete', path)), claim };
    return Promise.resolve({ island: renderIsland(data, <CompletionIsland {...data} />), titlePrefix: '' });
  },
};

/** Marks errors in the title, which screen readers announce first. */
async function titlePrefix(language: Parameters<typeof loadFormMessages>[0], returned: NoScriptForm | NoScriptLogin) {
  const isWrong = returned.errors.length > 0 || returned.notice !== undefined || 'conflict' in returned;
  return isWrong ? (await loadFormMessages(language)).titlePrefix : '';
}
