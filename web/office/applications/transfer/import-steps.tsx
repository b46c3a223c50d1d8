/** The progress of an import in four steps. */
import type { ImportState } from '../../../../contract/import.ts';
import hidden from '../../../ui/visually-hidden.module.css';
import { TbCheck } from '../../frame/icons.tsx';
import styles from './import-steps.module.css';
import { useImportWords } from './import-words.ts';

const steps = ['file', 'columns', 'check', 'import'] as const;

/** The index of the step that each state belongs to; 4 if all are done. */
const stepOf: Record<ImportState, number> = {
  reading: 0,
  read: 1,
  checking: 2,
  checked: 2,
  importing: 3,
  imported: 4,
  undoing: 3,
  undone: 4,
};

export function ImportSteps({ state, isMapping }: { state: ImportState; isMapping: boolean }) {
  const { t, number } = useImportWords();
  const current = isMapping ? 1 : stepOf[state];
  return (
    <ol className={styles.steps} aria-label={t('steps.title')}>
      {steps.map((step, at) => {
        const isDone = at < current;
        return (
          <li key={step} aria-current={at === current ? 'step' : undefined} data-done={isDone || undefined}>
            <span className={styles.sign} aria-hidden="true">
              {isDone ? <TbCheck size={18} strokeWidth={2.5} /> : number(at + 1)}
            </span>
            <span>
              {t(`steps.${step}`)}
              {isDone && <span className={hidden.always}> {t('steps.done')}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
