/** What surrounds the screens behind the login: the frame that waits, and in the browser the one that lives. */
import './frame/mantine-styles.ts';
import { notifyManager, QueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Outlet } from 'react-router';
import { FirstCall, useFirstAnswer } from './first-call.tsx';
import { Frame } from './frame/frame.client.tsx';
import { WaitingShell } from './frame/waiting-shell.tsx';

// Not by a timer: a question that has been answered must know it before the next key is pressed.
notifyManager.setScheduler(queueMicrotask);

const newQueryClient = () =>
  new QueryClient({
    defaultOptions: {
      // A failure is shown at once, with a button to try again; offline counts as one.
      queries: { retry: false, networkMode: 'always', staleTime: 5_000 },
      mutations: { networkMode: 'always' },
    },
  });

/** The same element each time and in a boundary of its own: then React never takes over what it is about to replace. */
const waiting = (
  <>
    <FirstCall />
    <Suspense>
      <WaitingShell />
    </Suspense>
  </>
);

export default function Layout() {
  const [queryClient] = useState(newQueryClient);
  if (!useFirstAnswer(queryClient)) return waiting;
  return (
    <Frame queryClient={queryClient}>
      <Outlet />
    </Frame>
  );
}
