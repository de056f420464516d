import { createBrowserRouter } from 'react-router';
import { Frame } from './app-shell/app-shell.tsx';
import { screens } from './screens.ts';
import { PageError } from './ui/page-error.tsx';

/** The screens, and what surrounds them. */
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
            children: screens,
          },
        ],
      },
    ],
    { basename: '/console' },
  );
