import { Button, Checkbox, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../texts/office/two-step.ts';
import { saveAs } from '../calls/download.ts';
import tone from '../frame/text.module.css';
import { toastDone } from '../frame/toast.client.ts';
import { useUnsaved } from '../frame/use-unsaved.ts';
import { useUser } from '../session/signed-in-user.ts';
import styles from './two-step.module.css';

/** Shows the recovery codes once. The user has to confirm that they are copied, printed or saved. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { t } = useTexts();
  const email = useUser()?.email ?? '';
  const [isKept, setKept] = useState(false);
  const [isUncopied, setUncopied] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const markSaved = useUnsaved(true, t('codes.leave'));
  useEffect(() => heading.current?.focus(), []);
  const shown = codes.map((code) => code.replace(/^(.{5})/, '$1-'));
  const title = t('codes.sheet', { site: window.location.host, email });
  const text = [title, '', ...shown, '', t('codes.once')].join('\n');
  const copy = async () => {
    try {
      // Over plain http the browser has no clipboard.
      await navigator.clipboard.writeText(text);
      toastDone(t('codes.copied'));
      setUncopied(false);
    } catch {
      setUncopied(true);
    }
  };
  const close = () => {
    markSaved();
    onClose();
  };
  return (
    <div className={`stack ${styles.parts}`}>
      <div className="stack" data-recovery-sheet="">
        <h3 ref={heading} tabIndex={-1}>
          {t('codes.newTitle')}
        </h3>
        <p>{t('codes.newText')}</p>
        <p className={styles.sheetTitle}>{title}</p>
        <ul className={styles.codes}>
          {shown.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <Group gap="sm">
        <Button variant="default" onClick={copy}>
          {t('codes.copy')}
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          {t('codes.print')}
        </Button>
        <Button
          variant="default"
          onClick={() => saveAs(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('codes.download')}
        </Button>
      </Group>
      {isUncopied && (
        <p role="alert" className={tone.failed}>
          {t('codes.copyFailed')}
        </p>
      )}
      <Checkbox label={t('codes.kept')} checked={isKept} onChange={() => setKept(!isKept)} />
      <Group gap="sm">
        <Button onClick={close} disabled={!isKept}>
          {t('codes.done')}
        </Button>
      </Group>
    </div>
  );
}
