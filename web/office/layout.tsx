/** The frame around the screens behind the login: from the server a static one, then the interactive one. */
import './frame/mantine-styles.ts';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { Frame } from './frame/frame.client.tsx';
import { WaitingShell } from './frame/waiting-shell.tsx';
import { ScreenPreload, usePreloadedScreen } from './screen-preload.tsx';

// Without the default delay by a timer, an answered dialogue is updated before the next key press.
notifyManager.setScheduler(queueMicrotask);

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // A failure is shown at once, with a button to try again. Being offline is a failure as well.
      queries: { retry: false, networkMode: 'always', staleTime: 5_000 },
      mutations: { networkMode: 'always' },
    },
  });

/** A constant element in a boundary of its own, so that React does not hydrate what it is about to replace. */
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
