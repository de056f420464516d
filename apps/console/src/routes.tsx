import { createBrowserRouter } from 'react-router';
import { Frame } from './app-shell/app-shell.tsx';
import { screens } from './screens.ts';
import { PageError } from './ui/page-error.tsx';

const OuterError = () => (
  <main>
    <PageError />
  </main>
);

// The page stays empty until the first screen's module is loaded. Without this, the router warns.
const HydrateFallback = () => null;

/** The screens, and the shell around them. */
export const createRoutes = () =>
  createBrowserRouter(
    [
      { path: 'sign-in', lazy: () => import('./sign-in/sign-in-page.tsx'), ErrorBoundary: OuterError, HydrateFallback },
      { path: 'setup', lazy: () => import('./sign-in/setup-page.tsx'), ErrorBoundary: OuterError, HydrateFallback },
      {
        Component: Frame,
        ErrorBoundary: OuterError,
        HydrateFallback,
        children: [
          {
            ErrorBoundary: PageError,
            children: screens,
          },
        ],
      },
    ],
    { basename: '/console' },
  );
