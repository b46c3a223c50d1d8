/**
 * The frame around every screen: theme, query cache, dialogues, toasts. It runs only in the browser: Mantine writes
 * style attributes, which the content security policy allows to scripts but not in HTML.
 */
import { MantineProvider } from '@mantine/core';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useRouteLoaderData } from 'react-router';
import type { loader as rootLoader } from '../../root.tsx';
import { useNoStrayDrops } from '../form/file-drops.ts';
import { ConfirmAgain } from '../session/confirm-again.tsx';
import { SignInAgain } from '../session/sign-in-again.tsx';
import { OfficeShortcuts } from '../shortcuts/office-shortcuts.tsx';
import { LeaveDialog } from './leave-dialog.tsx';
import { Shell } from './shell.tsx';
import { theme, variables } from './theme.ts';
import { Toasts } from './toasts.client.tsx';

export function Frame({ queryClient, children }: { queryClient: QueryClient; children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof rootLoader>('root')?.nonce ?? '';
  // The library that locks scrolling behind a dialogue reads its nonce from this name.
  useEffect(() => void Object.assign(window, { __webpack_nonce__: nonce }), [nonce]);
  useNoStrayDrops();
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      defaultColorScheme="auto"
      getStyleNonce={() => nonce}
    >
      <QueryClientProvider client={queryClient}>
        <Shell>{children}</Shell>
        <OfficeShortcuts />
        <Toasts />
        <LeaveDialog />
        <ConfirmAgain />
        <SignInAgain />
      </QueryClientProvider>
    </MantineProvider>
  );
}
