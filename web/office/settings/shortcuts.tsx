import { useTexts } from '../../texts/office/settings.ts';
import styles from './shortcuts.module.css';

export function Shortcuts() {
  const { t } = useTexts();
  const ctrl = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : t('shortcuts.ctrl');
  const rows = [
    { does: t('shortcuts.search'), keys: ['/'] },
    { does: t('shortcuts.save'), keys: [ctrl, t('shortcuts.enter')] },
    { does: t('shortcuts.close'), keys: [t('shortcuts.escape')] },
  ];
  return (
    <dl className={styles.shortcuts}>
      {rows.map(({ does, keys }) => (
        <div key={does}>
          <dt>
            {keys.map((key, at) => (
              <span key={key}>
                {at > 0 && ' + '}
                <kbd>{key}</kbd>
              </span>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  );
}
