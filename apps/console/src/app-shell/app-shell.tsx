import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useEffect, useRef, useState } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { sessionQuery, signOut, useCan } from '../api/use-session.ts';
import { FailedCalls } from '../claim-details/unsaved-phone-call-list.tsx';
import { RecentDecisionList } from '../review/recent-decision-list.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { ConsoleNavigation, permittedScreens } from './console-navigation.tsx';
import { SessionWarning } from './session-warning.tsx';
import './app-shell.css';
import { Menu } from '@base-ui/react/menu';
import type { StaffSession } from '@redress/contract/console/staff';
import { sendUnsavedCalls } from '../claim-details/unsaved-phone-calls.ts';
import { Button } from '../ui/button.tsx';
import { lazyPart } from '../ui/lazy-part.tsx';
import { useShortcuts } from '../ui/use-shortcuts.ts';

/** Surrounds every screen of a signed-in person. */
export function Frame() {
  const session = useQuery(sessionQuery);
  const location = useLocation();
  const main = useRef<HTMLElement>(null);
  const isLoading = useNavigation().state === 'loading';
  const maySearch = useCan('search');
  // A session that ends later leaves the screen in place: see SessionWarning.
  if (!session.data && session.error instanceof ApiError && session.error.code === 'sign-in-required') {
    const next = location.pathname + location.search;
    return <Navigate to={`/sign-in${next === '/' ? '' : `?${new URLSearchParams({ next }).toString()}`}`} replace />;
  }
  if (!session.data && session.error) throw session.error;
  if (!session.data) return <p className="loading">Loading …</p>;
  const groups = permittedScreens(session.data);
  const permitted = groups.flatMap(({ screens }) => screens.map(({ to }) => to));
  // People without access to figures start with their own work: returned mail, or the staff.
  const first = (['/', '/returned', '/staff'] as const).find((to) => permitted.includes(to)) ?? permitted[0];
  if (location.pathname === '/' && first !== undefined && first !== '/') return <Navigate to={first} replace />;
  return (
    <div className="frame">
      <a className="skip-link" href="#main" onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      <header className="row frame-head">
        <Link className="frame-name" to="/">
          <img src="/favicon.svg" width="28" height="28" alt="" />
          {session.data.settlement.name}
        </Link>
        {maySearch && <SearchBox />}
        <AccountMenu person={session.data.person} />
      </header>
      <ConsoleNavigation groups={groups} />
      <main id="main" ref={main} tabIndex={-1} aria-busy={isLoading}>
        <FailedCalls />
        <RecentDecisionList />
        <RolesNotice session={session.data} />
        <KeyboardHelp />
        <Suspense fallback={<p className="loading">Loading …</p>}>
          {groups.length === 0 ? <p>Your account has no role yet. Ask an administrator to assign one.</p> : <Outlet />}
        </Suspense>
      </main>
      <SessionWarning />
      <ScrollRestoration getKey={({ key, pathname }) => (key === 'default' ? pathname : key)} />
    </div>
  );
}

/** Names the person, and links to their account and the sign-out. */
function AccountMenu({ person }: { readonly person: StaffSession['person'] }) {
  const navigate = useNavigate();
  const leave = async () => {
    // If a call could not be saved, the screen shows the reason.
    if (await sendUnsavedCalls()) await signOut();
  };
  return (
    <Menu.Root>
      <Menu.Trigger className="button button-quiet account-button">{person.name}</Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end">
          <Menu.Popup className="menu">
            <Menu.Item className="menu-item" onClick={() => void navigate('/account')}>
              Your account
            </Menu.Item>
            <Menu.Item className="menu-item" onClick={() => void leave()}>
              Sign out
            </Menu.Item>
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

const KeyList = lazyPart(async () => (await import('./key-list.tsx')).KeyList);

/** Opens the list of shortcuts with `?`. It is rarely needed, so it is loaded then. */
function KeyboardHelp() {
  const [isOpen, setOpen] = useState(false);
  useShortcuts({ '?': () => setOpen(true) });
  return isOpen ? (
    <Suspense>
      <KeyList onClose={() => setOpen(false)} />
    </Suspense>
  ) : null;
}

const RolesNow = lazyPart(async () => (await import('./roles-now.tsx')).RolesNow);

/** Tells the person that their roles have changed since they opened the console. */
function RolesNotice({ session: { roles, settlement } }: { readonly session: StaffSession }) {
  const queries = useQueryClient();
  const now = roles
    .map((each) => JSON.stringify(each))
    .toSorted()
    .join();
  const [known, setKnown] = useState(now);
  const [checked, setChecked] = useState(now);
  useEffect(() => {
    if (checked === now) return;
    setChecked(now);
    // Removes data that the person can no longer see.
    const isOther = ({ queryKey }: { readonly queryKey: readonly unknown[] }) =>
      queryKey[0] !== sessionQuery.queryKey[0];
    void queries.invalidateQueries({ predicate: isOther });
  }, [checked, now, queries]);
  if (now === known) return null;
  return (
    <div className="notice notice-warn" role="alert">
      <p>
        <span>An administrator has changed your roles.</span>{' '}
        <Suspense>
          <RolesNow roles={roles} cases={settlement.cases} />
        </Suspense>{' '}
        <span>Anything you no longer have access to has been removed from the screen.</span>
      </p>
      <Button onClick={() => setKnown(now)}>Close</Button>
    </div>
  );
}
