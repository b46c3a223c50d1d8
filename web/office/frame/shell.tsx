/** What surrounds every screen: the sidebar, which toggles open and closed, and the bar above. */
import { ActionIcon, Drawer, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLayoutSidebar, IconMoon, IconSun } from '@tabler/icons-react';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../texts/office/frame.ts';
import { useUser } from '../session/signed-in-user.ts';
import { LanguageSwitch } from './language-switch.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';

const phone = '(max-width: 991.98px)';
const sidebarKey = 'sidebar';

export function Shell({ children }: { children: ReactNode }) {
  const { t } = useTexts();
  const user = useUser();
  const { pathname } = useLocation();
  const isPhone = useMediaQuery(phone, false);
  const [isOpen, setOpen] = useState(true);
  const [isDrawerOpen, setDrawerOpen] = useState(false);
  useEffect(() => setOpen(localStorage.getItem(sidebarKey) !== 'closed'), []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new screen closes the drawer
  useEffect(() => setDrawerOpen(false), [pathname]);
  const toggle = () => {
    if (isPhone) return setDrawerOpen(true);
    setOpen(!isOpen);
    localStorage.setItem(sidebarKey, isOpen ? 'closed' : 'open');
  };

  if (!user) {
    return (
      <main id="main" className={styles.bare}>
        {children}
        <div className={styles.bareChoices}>
          <Choices />
        </div>
      </main>
    );
  }
  return (
    <div className={styles.shell} data-sidebar={isOpen ? 'open' : 'closed'}>
      <a className={styles.skip} href="#main">
        {t('skip')}
      </a>
      <div className={styles.side}>
        <Sidebar user={user} isNarrow={!isOpen} />
      </div>
      <Drawer
        opened={isPhone && isDrawerOpen}
        onClose={() => setDrawerOpen(false)}
        size="18rem"
        title={t('menu')}
        classNames={{ content: styles.drawer, header: styles.drawerHeader, body: styles.drawerBody }}
        closeButtonProps={{ 'aria-label': t('closeMenu') }}
        transitionProps={{ duration: 300 }}
      >
        <Sidebar user={user} isNarrow={false} />
      </Drawer>
      <div className={styles.column}>
        <div className={styles.bar}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            onClick={toggle}
            aria-label={isPhone || !isOpen ? t('openMenu') : t('closeMenu')}
            aria-expanded={isPhone ? isDrawerOpen : isOpen}
          >
            <IconLayoutSidebar size={22} stroke={1.75} />
          </ActionIcon>
          <Choices />
        </div>
        <main id="main" className={styles.main} tabIndex={-1}>
          {children}
        </main>
      </div>
    </div>
  );
}

/** What the server sends: the frame without its screen, which needs script. */
export function WaitingShell() {
  const { t } = useTexts();
  const user = useUser();
  const text = (
    <>
      <p className={styles.waiting}>{t('loading')}</p>
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
    </>
  );
  if (!user) return <main className={styles.bare}>{text}</main>;
  return (
    <div className={styles.shell} data-sidebar="open">
      <div className={styles.side}>
        <Sidebar user={user} isNarrow={false} />
      </div>
      <div className={styles.column}>
        <div className={styles.bar} />
        <main className={styles.main}>{text}</main>
      </div>
    </div>
  );
}

/** Language and colours. */
function Choices() {
  const { t } = useTexts();
  const { setColorScheme } = useMantineColorScheme();
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  return (
    <div className={styles.choices}>
      <LanguageSwitch />
      <ActionIcon
        variant="subtle"
        color="gray"
        size={44}
        onClick={() => setColorScheme(next)}
        aria-label={next === 'dark' ? t('toDark') : t('toLight')}
      >
        {next === 'dark' ? <IconMoon size={20} stroke={1.75} /> : <IconSun size={20} stroke={1.75} />}
      </ActionIcon>
    </div>
  );
}
