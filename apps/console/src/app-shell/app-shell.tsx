import type { Permission, StaffSession } from '@redress/contract/console/staff';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useRef } from 'react';
import { Link, Navigate, NavLink, Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router';
import { ApiError } from '../api/api-client.ts';
import { sessionQuery, useCan } from '../api/use-session.ts';
import { FailedCalls } from '../claim-details/unsaved-phone-call-list.tsx';
import { RecentDecisionList } from '../review/recent-decision-list.tsx';
import { SearchBox } from '../search/search-box.tsx';
import { AccountMenu } from './account-menu.tsx';
import { KeyboardHelp } from './keyboard-help.tsx';
import { RolesNotice } from './roles-notice.tsx';
import { SessionWarning } from './session-warning.tsx';
import './app-shell.css';

interface Screen {
  readonly to: string;
  readonly label: string;
  readonly permissions: readonly Permission[];
  /** Absent for screens of every settlement. */
  readonly isFor?: (settlement: StaffSession['settlement']) => boolean;
}

const screens: readonly Screen[] = [
  { to: '/', label: 'Dashboard', permissions: ['figures'] },
  { to: '/claims', label: 'Claims', permissions: ['claims'] },
  { to: '/queues', label: 'Review', permissions: ['decide'] },
  { to: '/clusters', label: 'Clusters', permissions: ['decide'] },
  { to: '/integrity', label: 'Integrity', permissions: ['decide'] },
  { to: '/members', label: 'Class members', permissions: ['search'], isFor: ({ hasClassMembers }) => hasClassMembers },
  { to: '/id-requests', label: 'Lost IDs', permissions: ['search'], isFor: ({ hasIdRequests }) => hasIdRequests },
  { to: '/reports', label: 'Reports', permissions: ['figures'] },
  { to: '/quality', label: 'Quality', permissions: ['decide'] },
  { to: '/rules', label: 'Rules', permissions: ['supervise'] },
  { to: '/approvals', label: 'Approvals', permissions: ['approve'] },
  { to: '/exports', label: 'Exports', permissions: ['export', 'access-log'] },
  { to: '/staff', label: 'Staff', permissions: ['staff'] },
  { to: '/access-log', label: 'Access log', permissions: ['access-log'] },
];

/** What surrounds every screen of somebody who is signed in. */
export function Frame() {
  const session = useQuery(sessionQuery);
  const location = useLocation();
  const main = useRef<HTMLElement>(null);
  const isLoading = useNavigation().state === 'loading';
  const maySearch = useCan('search');
  // A session that ends later leaves the screen as it is: see SessionWarning.
  if (!session.data && session.error instanceof ApiError && session.error.code === 'sign-in-required') {
    const next = location.pathname + location.search;
    return <Navigate to={`/sign-in${next === '/' ? '' : `?${new URLSearchParams({ next }).toString()}`}`} replace />;
  }
  if (!session.data && session.error) throw session.error;
  if (!session.data) return <p className="loading">Loading …</p>;
  const { settlement } = session.data;
  const permitted = screens.filter(
    ({ permissions, isFor }) =>
      (isFor?.(settlement) ?? true) &&
      permissions.some((permission) => session.data.permissions[permission].length > 0),
  );
  // Those who may see no figures start at their first screen.
  if (location.pathname === '/' && permitted[0] && permitted[0].to !== '/')
    return <Navigate to={permitted[0].to} replace />;
  return (
    <div className="frame">
      <a className="skip-link" href="#main" onClick={() => main.current?.focus()}>
        Skip to content
      </a>
      <header className="row frame-head">
        <Link className="frame-name" to="/">
          {settlement.name}
        </Link>
        {maySearch && <SearchBox />}
        <AccountMenu person={session.data.person} />
      </header>
      <nav className="frame-nav" aria-label="Console">
        <ul className="plain-list">
          {permitted.map(({ to, label }) => (
            <li key={to}>
              <NavLink to={to} end={to === '/'}>
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <main id="main" ref={main} tabIndex={-1} aria-busy={isLoading}>
        <FailedCalls />
        <RecentDecisionList />
        <RolesNotice session={session.data} />
        <Suspense fallback={<p className="loading">Loading …</p>}>
          {permitted.length === 0 ? <p>Your account has no role. Ask an administrator for one.</p> : <Outlet />}
        </Suspense>
      </main>
      <KeyboardHelp />
      <SessionWarning />
      <ScrollRestoration />
    </div>
  );
}
