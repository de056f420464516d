// The page's first script. It is small, so that what takes a round trip begins before the console has loaded: the session,
// the first query of the screens that most visits begin with, and the module of the screen.

// Before the styles of the screens, which refine these.
import './console.css';
import { sendAhead } from './api/first-requests.ts';
import { screens } from './screens.ts';

const path = location.pathname.replace(/^\/console\/?/, '').replace(/\/$/, '');
const isOpen = ({ path: pattern = '' }: { readonly path?: string }) =>
  pattern !== '*' && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[^/]+')}$`).test(path);

const screen = screens.find(isOpen);
if (screen) {
  sendAhead('/session');
  // A screen may ask for a query in the address in other words.
  const query = path === '' ? '/dashboard' : /^claims(?:\/\d+)?$/.test(path) ? `/${path}` : undefined;
  if (query !== undefined && location.search === '') sendAhead(query);
}
void import('./main.tsx');
// A module that does not come is asked for again by the router, which says so.
screen?.lazy().catch(() => undefined);
