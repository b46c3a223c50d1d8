/** The collapsible sidebar and the top bar around every screen. */
import { ActionIcon, Drawer, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../texts/office/frame.ts';
import { isSignInPath } from '../session/sign-in-paths.ts';
import { useUser } from '../session/signed-in-user.ts';
import { useAriaShortcut } from '../shortcuts/shortcut-hint.tsx';
import { runShortcut } from '../shortcuts/use-shortcuts.ts';
import { TbLayoutSidebar, TbMoon, TbSearch, TbSun } from './icons.tsx';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const narrow = '(max-width: 1199.98px)';
const sidebarKey = 'sidebar';

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const user = useUser();
  const ariaShortcut = useAriaShortcut();
  const { pathname } = useLocation();
  const isNarrow = useMediaQuery(narrow, false, { getInitialValueInEffect: false });
  const [isOpen, setOpen] = useState(() => localStorage.getItem(sidebarKey) !== 'closed');
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  const menuButton = useRef<HTMLButtonElement>(null);
  const main = useRef<HTMLElement>(null);
  const lastPath = useRef(pathname);
  useEffect(() => {
    if (lastPath.current === pathname) return;
    lastPath.current = pathname;
    setDrawerOpen(false);
    // The link that led here was removed, so the content takes the focus unless the screen has already set it.
    if (!main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [pathname]);
  const closeDrawer = () => {
    setDrawerOpen(false);
    menuButton.current?.focus();
  };
  // A link to a hash would add a history entry without the state that the screen was opened with.
  const skip = (event: MouseEvent) => {
    event.preventDefault();
    main.current?.focus();
  };
  const toggle = () => {
    if (isNarrow) return setDrawerOpen(true);
    setOpen(!isOpen);
    localStorage.setItem(sidebarKey, isOpen ? 'closed' : 'open');
  };

  if (!user || isSignInPath(pathname)) {
    return (
      <main id="main" className={styles.bare} tabIndex={-1}>
        {children}
        <div className={styles.bareChoices}>
          <Choices />
        </div>
      </main>
    );
  }
  return (
    <div className={styles.shell} data-sidebar={isOpen ? 'open' : 'closed'}>
      {/* biome-ignore lint/a11y/useValidAnchor: it is a link; the handler only leaves out the history entry */}
      <a className="skip" data-screen-only="" href="#main" onClick={skip}>
        {t('skip')}
      </a>
      <div className={styles.side} data-screen-only="">
        <Sidebar user={user} isIconsOnly={!isOpen} />
      </div>
      <Drawer
        opened={isNarrow && isDrawerOpen}
        onClose={closeDrawer}
        returnFocus={false}
        size="min(18rem, 88vw)"
        title={t('menu')}
        classNames={{ content: styles.drawer, header: styles.drawerHeader, body: styles.drawerBody }}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
        transitionProps={{ duration: 300 }}
      >
        <Sidebar user={user} isIconsOnly={false} onChoose={closeDrawer} onFailure={() => setDrawerOpen(true)} />
      </Drawer>
      <div className={styles.column}>
        <div className={`row ${styles.bar}`} data-screen-only="">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            ref={menuButton}
            onClick={toggle}
            aria-label={isNarrow || !isOpen ? t('openMenu') : t('closeMenu')}
            aria-expanded={isNarrow ? isDrawerOpen : isOpen}
          >
            <TbLayoutSidebar size={22} strokeWidth={1.75} />
          </ActionIcon>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            onClick={() => runShortcut('find')}
            aria-label={t('find')}
            aria-keyshortcuts={ariaShortcut('find')}
            aria-haspopup="dialog"
          >
            <TbSearch size={20} strokeWidth={1.75} />
          </ActionIcon>
          <Choices />
        </div>
        <main id="main" ref={main} className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** The switches of language and colour scheme. */
function Choices() {
  const { t } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return (
    <div className={`row ${styles.choices}`}>
      <LanguageSwitch />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        onClick={() => setColorScheme(next)}
        aria-label={next === 'dark' ? t('toDark') : t('toLight')}
      >
        {next === 'dark' ? <TbMoon size={20} strokeWidth={1.75} /> : <TbSun size={20} strokeWidth={1.75} />}
      </ActionIcon>
    </div>
  );
}
