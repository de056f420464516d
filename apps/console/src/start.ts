// The page's first script. It is small, so that network requests start before the console has
// loaded: the session, the counts of open work, the first query of the most common screens, and the
// module of the screen.

// Must come before the styles of the screens, which refine these.
import './console.css';
import { sendAhead, withoutFigures } from './api/first-requests.ts';
import { deviceStorage } from './browser/browser-storage.ts';
import { screens } from './screens.ts';

const path = location.pathname.replace(/^\/console\/?/, '').replace(/\/$/, '');
const isOpen = ({ path: pattern = '' }: { readonly path?: string }) =>
  pattern !== '*' && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

const screen = screens.find(isOpen);
if (screen) {
  sendAhead('/session');
  sendAhead('/work');
  // A screen may spell a query differently than the address does.
  const claim = /^claims\/\d+$/.test(path) ? `/${path}/look` : undefined;
  const dashboard = deviceStorage.read(withoutFigures) === 'yes' ? undefined : '/dashboard';
  const query = path === '' ? dashboard : path === 'claims' ? '/claims' : claim;
  if (query !== undefined && location.search === '') sendAhead(query);
}
void import('./main.tsx');
// The router requests a missing module again, and reports the error.
screen?.lazy().catch(() => undefined);
