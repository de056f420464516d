import type { SiteManifest } from '@redress/contract/manifest';
import type { RenderedIsland, PageRenderer, NoScriptForm, NoScriptLogin } from '@redress/contract/page-renderer';
import { renderIsland } from '../islands/island.tsx';
import { CompleteIsland } from '../completion/completion-island.tsx';
import { completeIslandData, formIslandData, loginIslandData } from '../islands/island-data.ts';
import { loadFormIsland } from '../form/load-form-island.tsx';
import { loadLoginIsland } from '../login/load-login-island.tsx';
import { pageOfKind } from '../routing/find-page.ts';
import { loadFormMessages } from '../messages/load-form-messages.ts';

/**
 * Renders islands from what the server knows, as the build renders them from nothing. A path of
 * another kind is a mistake of the caller.
 */
export function createPageRenderer(site: SiteManifest): PageRenderer {
  return {
    async form(path, filing, posted) {
      const page = pageOfKind(site, 'form', path);
      const data = { ...formIslandData(site, page, filing), posted };
      return {
        island: renderIsland(data, await loadFormIsland(data)),
        titlePrefix: await titlePrefix(page.language ?? 'en', posted),
      };
    },
    async login(path, posted) {
      const page = pageOfKind(site, 'login', path);
      const data = { ...loginIslandData(site, page), posted };
      return {
        island: renderIsland(data, await loadLoginIsland(data)),
        titlePrefix: await titlePrefix(page.language ?? 'en', posted),
      };
    },
    complete(path, claim): Promise<RenderedIsland> {
      const data = { ...completeIslandData(site, pageOfKind(site, 'complete', path)), claim };
      return Promise.resolve({ island: renderIsland(data, <CompleteIsland {...data} />), titlePrefix: '' });
    },
  };
}

/** The first thing that a screen reader says of a page is its title. */
async function titlePrefix(language: Parameters<typeof loadFormMessages>[0], posted: NoScriptForm | NoScriptLogin) {
  const isWrong = posted.errors.length > 0 || posted.notice !== undefined || 'conflict' in posted;
  return isWrong ? (await loadFormMessages(language)).titlePrefix : '';
}
