import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { Link, Navigate, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { sessionQuery, useCan } from '../api/use-session.ts';
import { FailedCalls } from '../claim-details/unsaved-phone-call-list.tsx';
import { RecentDecisionList } from '../review/recent-decision-list.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { AccountMenu } from './account-menu.tsx';
import { ConsoleNavigation, permittedScreens } from './console-navigation.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { RolesNotice } from './roles-notice.tsx';
import { SessionWarning } from './session-warning.tsx';
import './app-shell.css';

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
        <Suspense fallback={<p className="loading">Loading …</p>}>
          {groups.length === 0 ? <p>Your account has no role yet. Ask an administrator to assign one.</p> : <Outlet />}
        </Suspense>
      </main>
      <KeyboardHelp />
      <SessionWarning />
      <ScrollRestoration />
    </div>
  );
}
