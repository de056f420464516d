import type { Permission, StaffSession } from '@redress/contract/console/staff';
import type { Work } from '@redress/contract/console/work';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { workQuery } from '../api/work-query.ts';
import { formatCount } from '../ui/format.ts';
import { type IconName, ScreenIcon } from './screen-icon.tsx';

interface Screen {
  readonly to: IconName;
  readonly label: string;
  readonly permissions: readonly Permission[];
  /** Absent for screens that every settlement has. */
  readonly isFor?: (settlement: StaffSession['settlement']) => boolean;
  /** Counts the open work, and says what it is. */
  readonly waiting?: readonly [count: (work: Work) => number, what: string];
}

const groups: readonly (readonly [name: string, screens: readonly Screen[]])[] = [
  [
    'Work',
    [
      { to: '/', label: 'Dashboard', permissions: ['figures'] },
      {
        to: '/queues',
        label: 'Review',
        permissions: ['decide'],
        waiting: [({ assigned }) => assigned, 'assigned to you'],
      },
      {
        to: '/approvals',
        label: 'Approvals',
        permissions: ['approve', 'decide'],
        waiting: [({ approvals }) => approvals, 'waiting'],
      },
      { to: '/disputes', label: 'Disputes', permissions: ['decide'], waiting: [({ disputes }) => disputes, 'open'] },
      {
        to: '/id-requests',
        label: 'Lost IDs',
        permissions: ['search'],
        isFor: ({ hasIdRequests }) => hasIdRequests,
        waiting: [({ idRequests }) => idRequests, 'open'],
      },
    ],
  ],
  [
    'Mail',
    [
      {
        to: '/letters',
        label: 'Letters',
        permissions: ['letters'],
        waiting: [({ lettersDue }) => lettersDue, 'to queue'],
      },
      {
        to: '/letter-batches',
        label: 'Postal batches',
        permissions: ['supervise'],
        waiting: [({ lettersToBatch }) => lettersToBatch, 'waiting'],
      },
      { to: '/returned', label: 'Returned mail', permissions: ['mail'] },
      { to: '/bounces', label: 'Bounces', permissions: ['mail'] },
    ],
  ],
  [
    'Records',
    [
      { to: '/claims', label: 'Claims', permissions: ['claims'] },
      {
        to: '/members',
        label: 'Class members',
        permissions: ['search'],
        isFor: ({ hasClassMembers }) => hasClassMembers,
        waiting: [({ addresses }) => addresses, 'to confirm'],
      },
      { to: '/funds', label: 'Funds', permissions: ['fund'] },
      { to: '/allocations', label: 'Allocations', permissions: ['approve-allocation'] },
      { to: '/reports', label: 'Reports', permissions: ['figures'] },
      { to: '/exports', label: 'Exports', permissions: ['export', 'access-log'] },
    ],
  ],
  [
    'Controls',
    [
      { to: '/rules', label: 'Rules', permissions: ['supervise'] },
      {
        to: '/quality',
        label: 'Quality',
        permissions: ['decide'],
        waiting: [({ toSettle, secondReviews }) => toSettle + secondReviews, 'waiting'],
      },
      { to: '/clusters', label: 'Clusters', permissions: ['decide'] },
      { to: '/integrity', label: 'Integrity', permissions: ['decide'] },
    ],
  ],
  [
    'Administration',
    [
      { to: '/staff', label: 'Staff', permissions: ['staff'] },
      { to: '/access-log', label: 'Access log', permissions: ['access-log'] },
    ],
  ],
];

/** Screens that belong to one with another address. */
const parents: Readonly<Record<string, string>> = { queue: 'queues', 'cluster-verdicts': 'clusters', bulk: 'claims' };

/** The screens that the person's roles and the settlement allow, in groups. */
export const permittedScreens = ({ settlement, permissions }: StaffSession) =>
  groups.flatMap(([name, screens]) => {
    const permitted = screens.filter(
      (screen) =>
        (screen.isFor?.(settlement) ?? true) && screen.permissions.some((each) => permissions[each].length > 0),
    );
    return permitted.length === 0 ? [] : [{ name, screens: permitted }];
  });

/** Links to every screen, with a count of the open work. */
export function ConsoleNavigation({ groups: shown }: { readonly groups: ReturnType<typeof permittedScreens> }) {
  const { data: work } = useQuery(workQuery);
  const queries = useQueryClient();
  const [, screen] = useLocation().pathname.split('/');
  const current = `/${parents[screen ?? ''] ?? screen}`;
  const countedFor = useRef(screen);
  const navigation = useRef<HTMLElement>(null);
  const isCounted = work !== undefined;
  useEffect(() => {
    // On a phone, the navigation is one line that scrolls, and counts move its links.
    const link = navigation.current?.querySelector<HTMLElement>('[aria-current=page]');
    if (link) navigation.current?.scrollTo({ left: link.offsetLeft - link.offsetWidth });
  }, [screen, isCounted]);
  useEffect(() => {
    if (countedFor.current === screen) return;
    countedFor.current = screen;
    // A list is fetched when its screen opens, and its number must be as new.
    void queries.invalidateQueries({ queryKey: workQuery.queryKey });
  }, [screen, queries]);
  return (
    <nav className="frame-nav" aria-label="Console" ref={navigation}>
      <div className="frame-groups">
        {shown.map(({ name, screens }) => (
          <div key={name} className="frame-group">
            <p id={`screens-${name}`}>{name}</p>
            <ul className="plain-list" aria-labelledby={`screens-${name}`}>
              {screens.map(({ to, label, waiting }) => {
                const waits = waiting && work ? waiting[0](work) : 0;
                return (
                  <li key={to}>
                    <Link to={to} aria-current={to === current ? 'page' : undefined}>
                      <ScreenIcon name={to} />
                      {label}
                      {waits > 0 && (
                        <span className="count-badge">
                          {formatCount(waits)}
                          <span className="visually-hidden"> {waiting?.[1]}</span>
                        </span>
                      )}
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  );
}
