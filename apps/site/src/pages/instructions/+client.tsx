import { hydrateIsland } from '../../islands/hydrate-island.ts';

// Only a dynamic import: other pages must be able to share the island's code without running this.
// Most instructions follow no login, and have no island.
if (document.getElementById('island'))
  void import('../../login/after-login-island.tsx').then(({ renderAfterLoginIsland }) =>
    hydrateIsland(renderAfterLoginIsland),
  );
