import { Link, useLocation } from 'react-router';
import { useTexts } from '../../texts/office/frame.ts';
import { Logo } from '../../ui/logo.tsx';
import { useSettings } from '../../ui/settings.ts';
import { failureText } from '../calls/failure-text.ts';
import { logOut } from '../session/log-out.ts';
import type { SignedInUser } from '../session/signed-in-user.ts';
import { TbLogout } from './icons.tsx';
import { isCurrent, navigationFor, screenPath } from './navigation.ts';
import styles from './sidebar.module.css';
import { createStore } from './store.ts';
import { toastError } from './toast.client.ts';
import { hasUnsaved } from './unsaved.ts';

interface SidebarProps {
  user: SignedInUser;
  isIconsOnly: boolean;
  /** Called when a screen is chosen, also the open one, and before the question about an unsaved form. */
  onChoose?: () => void;
  /** Called when the logout has failed; the sidebar shows why. */
  onFailure?: () => void;
}

/** Why the last logout failed. A sidebar in a drawer is removed for the question about an unsaved form. */
const logoutProblem = createStore('');

/** The screens that the user may open, the user, and the logout. */
export function Sidebar({ user, isIconsOnly, onChoose, onFailure }: SidebarProps) {
  const { t, language } = useTexts();
  const { pathname } = useLocation();
  const brand = useSettings()?.brand.name;
  const problem = logoutProblem.use();
  const logout = async () => {
    logoutProblem.set('');
    if (hasUnsaved()) onChoose?.();
    const failure = await logOut('/');
    if (!failure) return;
    const text = failureText(failure, language);
    toastError(text);
    logoutProblem.set(text);
    onFailure?.();
  };
  return (
    <aside className={styles.sidebar} data-narrow={isIconsOnly ? '' : undefined} aria-label={t('menu')}>
      <a className={styles.brand} href="/" title={isIconsOnly ? t('site') : undefined}>
        <Logo />
        <span>{brand}</span>
      </a>
      <nav className={styles.groups} aria-label={t('office')}>
        {navigationFor(user).map(({ title, entries }) => (
          <div key={title}>
            <h2 className={title === 'start' ? styles.hidden : undefined}>{t(`group.${title}`)}</h2>
            <ul>
              {entries.map((entry) => {
                const { text, icon: Icon } = entry;
                const path = screenPath(entry.screen);
                return (
                  <li key={path}>
                    <Link
                      to={path}
                      onClick={onChoose}
                      aria-current={isCurrent(entry, pathname) ? 'page' : undefined}
                      title={isIconsOnly ? t(`nav.${text}`) : undefined}
                    >
                      <Icon size={20} strokeWidth={1.75} aria-hidden />
                      <span>{t(`nav.${text}`)}</span>
                    </Link>
                  </li>
                );
              })}
            </ul>
          </div>
        ))}
      </nav>
      <div className={styles.end}>
        <p className={styles.who}>
          <strong>{user.name}</strong>
          <span>{t(`role.${user.role}`)}</span>
        </p>
        <button type="button" onClick={logout} title={isIconsOnly ? t('logout') : undefined}>
          <TbLogout size={20} strokeWidth={1.75} aria-hidden />
          <span>{t('logout')}</span>
        </button>
        {problem && <p role="alert">{problem}</p>}
      </div>
    </aside>
  );
}
