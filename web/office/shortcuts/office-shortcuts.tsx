/** The keys that work on every screen, and the two dialogues that they open, which are loaded with their first use. */
import { Suspense, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { lazyPart } from '../frame/lazy-part.tsx';
import { isSignInPath } from '../session/sign-in-paths.ts';
import { useUser } from '../session/signed-in-user.ts';
import { useShortcuts } from './use-shortcuts.ts';

const dialogs = {
  help: lazyPart(() => import('./shortcut-list.tsx')),
  find: lazyPart(() => import('./command-palette.tsx')),
};
type Dialog = keyof typeof dialogs;

export function OfficeShortcuts() {
  const user = useUser();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [used, setUsed] = useState<Dialog | null>(null);
  const [isOpen, setOpen] = useState(false);
  const open = (dialog: Dialog) => () => {
    setUsed(dialog);
    setOpen(true);
  };
  useShortcuts(
    user && !isSignInPath(pathname)
      ? {
          help: open('help'),
          find: open('find'),
          search: () => void navigate('/application', { state: { isSearching: true } }),
        }
      : {},
    'frame',
  );
  const Shown = used && dialogs[used];
  return (
    <>
      {/* Until the dialogue is drawn, no key may act on the screen behind it. */}
      {isOpen && <span data-dialog="" hidden />}
      <Suspense>{Shown && <Shown isOpen={isOpen} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}
