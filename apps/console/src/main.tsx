import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router/dom';
import { ApiError } from './api/api-client.ts';
import { sessionQuery } from './api/use-session.ts';
import { keepClicks } from './browser/keep-clicks.ts';
import { SignInDialog } from './sign-in/sign-in-dialog.tsx';
import { createRoutes } from './routes.tsx';

const queries = new QueryClient({
  queryCache: new QueryCache({
    onError: (error) => {
      // A role may have been removed. The app shell announces it, and shows the remaining screens.
      if (error instanceof ApiError && error.code === 'not-permitted')
        void queries.invalidateQueries({ queryKey: sessionQuery.queryKey });
    },
  }),
  defaultOptions: {
    queries: {
      // Only failures that may be temporary are retried.
      retry: (failures, error) =>
        failures < 2 && error instanceof ApiError && (error.code === 'offline' || error.status >= 500),
      refetchOnWindowFocus: true,
      // Without a connection, a request fails and says so. By default, it would wait without a word.
      networkMode: 'always',
      refetchOnReconnect: true,
    },
  },
});

keepClicks();

const root = document.querySelector('#root');
if (!root) throw new Error('The page has no element for the console');
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={queries}>
        <RouterProvider router={createRoutes()} />
        <SignInDialog />
      </QueryClientProvider>
    </CSPProvider>
  </StrictMode>,
);
