import { Button } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
import type { SessionEntry } from '../../../contract/account-answers.ts';
import type { EndpointName } from '../../../contract/endpoints.ts';
import { useTexts } from '../../texts/office/settings.ts';
import { useDateTime } from '../frame/date-time.ts';
import { TbDeviceDesktop, TbDeviceMobile } from '../frame/icons.tsx';
import marks from '../frame/marks.module.css';
import tone from '../frame/text.module.css';
import { Allowed } from './allowed.tsx';
import styles from './session-row.module.css';

interface SessionRowProps {
  session: SessionEntry;
  /** The call that ends it. */
  endedBy: EndpointName;
  onEnd: () => void;
}

export function SessionList({ children, ref }: { children: ReactNode; ref?: Ref<HTMLUListElement> }) {
  return (
    <ul ref={ref} className={styles.list}>
      {children}
    </ul>
  );
}

/** A session as a list item: its device, its times, and a button that ends it unless it is this one. */
export function SessionRow({ session, endedBy, onEnd }: SessionRowProps) {
  const { t } = useTexts();
  const deviceName = useDeviceName();
  const time = useDateTime();
  const { phone, createdAt, lastSeenAt, current } = session;
  const Icon = phone ? TbDeviceMobile : TbDeviceDesktop;
  const name = deviceName(session);
  return (
    <li className="row">
      <span className={`${marks.tile} ${styles.sign}`} aria-hidden="true">
        <Icon size={22} strokeWidth={1.75} />
      </span>
      <div>
        <p className={styles.device}>
          <strong>{name}</strong>{' '}
          {current && <span className={`${marks.good} ${styles.here}`}>{t('sessions.here')}</span>}
        </p>
        <dl className={`row ${tone.note} ${styles.times}`}>
          <div>
            <dt>{t('sessions.since')}</dt>
            <dd>
              <time dateTime={createdAt}>{time(createdAt)}</time>
            </dd>
          </div>
          <div>
            <dt>{t('sessions.seen')}</dt>
            <dd>
              <time dateTime={lastSeenAt}>{time(lastSeenAt)}</time>
            </dd>
          </div>
        </dl>
      </div>
      {!current && (
        <Allowed call={endedBy}>
          <Button
            variant="default"
            size="sm"
            onClick={onEnd}
            aria-label={t('sessions.endOf', { device: name, since: time(createdAt) })}
          >
            {t('sessions.end')}
          </Button>
        </Allowed>
      )}
    </li>
  );
}

/** The device of a session in the words of the language, such as `Chrome on Android`. */
export function useDeviceName() {
  const { t } = useTexts();
  return ({ browser, system }: Pick<SessionEntry, 'browser' | 'system'>) =>
    browser && system ? t('sessions.device', { browser, system }) : (browser ?? system ?? t('sessions.unknown'));
}
