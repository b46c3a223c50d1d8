/** The shell that the server renders, without a screen, since this needs script. */
import { useLocation } from 'react-router';
import { useTexts } from '../../texts/office/frame.ts';
import { isSignInPath } from '../session/sign-in-paths.ts';
import { useUser } from '../session/signed-in-user.ts';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import tone from './text.module.css';

export function WaitingShell() {
  const { t } = useTexts();
  const user = useUser();
  const { pathname } = useLocation();
  const text = (
    <>
      <p className={tone.soft}>{t('loading')}</p>
      <noscript>
        <p>{t('needsScript')}</p>
      </noscript>
    </>
  );
  if (!user || isSignInPath(pathname)) return <main className={styles.bare}>{text}</main>;
  return (
    <div className={styles.shell} data-sidebar="open">
      <div className={styles.side} data-screen-only="">
        <Sidebar user={user} isIconsOnly={false} />
      </div>
      <div className={styles.column}>
        <div className={styles.bar} data-screen-only="" />
        <main className={styles.main}>{text}</main>
      </div>
    </div>
  );
}
