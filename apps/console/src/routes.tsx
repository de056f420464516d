import { createBrowserRouter } from 'react-router';
import { Frame } from './app-shell/app-shell.tsx';
import { PageError } from './ui/page-error.tsx';

/** Every screen is a module that loads with its first visit, and exports `Component`. */
export const createRoutes = () =>
  createBrowserRouter(
    [
      { path: 'sign-in', lazy: () => import('./sign-in/sign-in-page.tsx'), ErrorBoundary: PageError },
      { path: 'setup', lazy: () => import('./sign-in/setup-page.tsx'), ErrorBoundary: PageError },
      {
        Component: Frame,
        ErrorBoundary: PageError,
        // Nothing is shown until the first screen's module is here; without this, the router warns.
        HydrateFallback: () => null,
        children: [
          {
            ErrorBoundary: PageError,
            children: [
              { index: true, lazy: () => import('./reports/dashboard-page.tsx') },
              { path: 'search', lazy: () => import('./search/search-page.tsx') },
              { path: 'claims', lazy: () => import('./claim-list/claims-page.tsx') },
              { path: 'claims/:number', lazy: () => import('./claim-details/claim-page.tsx') },
              { path: 'queues', lazy: () => import('./queue/queues-page.tsx') },
              { path: 'queue', lazy: () => import('./queue/queue-page.tsx') },
              { path: 'clusters', lazy: () => import('./integrity/clusters-page.tsx') },
              { path: 'clusters/:id', lazy: () => import('./integrity/cluster-page.tsx') },
              { path: 'cluster-verdicts/:id', lazy: () => import('./integrity/cluster-sample-page.tsx') },
              { path: 'integrity', lazy: () => import('./integrity/integrity-page.tsx') },
              { path: 'exports', lazy: () => import('./exports/exports-page.tsx') },
              { path: 'reports', lazy: () => import('./reports/reports-page.tsx') },
              { path: 'reports/:id', lazy: () => import('./reports/report-page.tsx') },
              { path: 'members', lazy: () => import('./members/members-page.tsx') },
              { path: 'members/import', lazy: () => import('./members/import-page.tsx') },
              { path: 'members/:noticeId', lazy: () => import('./members/member-page.tsx') },
              { path: 'id-requests', lazy: () => import('./lost-ids/id-requests-page.tsx') },
              { path: 'id-requests/:id', lazy: () => import('./lost-ids/id-request-page.tsx') },
              { path: 'quality', lazy: () => import('./quality/quality-page.tsx') },
              { path: 'quality/:id', lazy: () => import('./quality/sample-page.tsx') },
              { path: 'quality/:id/review', lazy: () => import('./quality/second-review-page.tsx') },
              { path: 'rules', lazy: () => import('./rules/rules-page.tsx') },
              { path: 'rules/:id', lazy: () => import('./rules/rule-page.tsx') },
              { path: 'bulk/:id', lazy: () => import('./bulk/bulk-page.tsx') },
              { path: 'approvals', lazy: () => import('./approvals/approvals-page.tsx') },
              { path: 'staff', lazy: () => import('./accounts/staff-page.tsx') },
              { path: 'account', lazy: () => import('./accounts/account-page.tsx') },
              { path: 'access-log', lazy: () => import('./access-log/access-log-page.tsx') },
              { path: '*', lazy: () => import('./ui/not-found-page.tsx') },
            ],
          },
        ],
      },
    ],
    { basename: '/console' },
  );
