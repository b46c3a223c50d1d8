/** The frame around the screens behind the login: a static one from the server, and the interactive one in the browser. */
import './frame/mantine-styles.ts';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { Frame } from './frame/frame.client.tsx';
import { WaitingShell } from './frame/waiting-shell.tsx';
import { ScreenPreload, usePreloadedScreen } from './screen-preload.tsx';

// Notifications are not delayed by a timer: an answered dialogue must be updated before the next key press.
notifyManager.setScheduler(queueMicrotask);

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // Queries are not retried: a failure is shown at once with a button to try again, and being offline counts as a failure.
      queries: { retry: false, networkMode: 'always', staleTime: 5_000 },
      mutations: { networkMode: 'always' },
    },
  });

/** The same element each time, in a boundary of its own, so that React does not hydrate what it is about to replace. */
const waiting = (
  <>
    <ScreenPreload />
    <Suspense>
      <WaitingShell />
    </Suspense>
  </>
);

export default function Layout() {
  const [queryClient] = useState(newQueryClient);
  if (!usePreloadedScreen(queryClient)) return waiting;
  return (
    <Frame queryClient={queryClient}>
      <Outlet />
    </Frame>
  );
}
