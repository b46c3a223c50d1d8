/** The parts that the screens behind the login stand on: the components' theme, the calls' memory, dialogues, toasts. */
import './mantine-styles.ts';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useEffect, useState } from 'react';
import { Outlet, useRouteLoaderData } from 'react-router';
import { limits } from '../../../contract/limits.ts';
import type { loader as rootLoader } from '../../root.tsx';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { FirstCall, useFirstAnswer } from './first-call.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Shell, WaitingShell } from './shell.tsx';
import { theme, variables } from './theme.ts';

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

export default function Frame() {
  const nonce = useRouteLoaderData<typeof rootLoader>('root')?.nonce ?? '';
  const [queryClient] = useState(newQueryClient);
  // The style that holds the page still behind a dialogue asks for its nonce under this name.
  useEffect(() => void Object.assign(window, { __webpack_nonce__: nonce }), [nonce]);
  // Mantine writes style attributes, which the content security policy takes from scripts, not from HTML.
  if (!useFirstAnswer(queryClient)) return waiting;
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Shell>
          <Outlet />
        </Shell>
        <Notifications limit={limits.toastsMax} autoClose={limits.toastMs} position="bottom-right" zIndex={1000} />
        <LeaveDialog />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  );
}
