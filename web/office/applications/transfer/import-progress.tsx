/** The progress of a background step of an import. */
import { Button, Progress } from '@mantine/core';
import { mayStep } from '../../../../contract/import.ts';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import sheet from '../../../ui/card.module.css';
import hidden from '../../../ui/visually-hidden.module.css';
import tone from '../../frame/text.module.css';
import { Allowed } from '../../session/allowed.tsx';
import styles from './import-progress.module.css';
import { countOf, useImportWords } from './import-words.ts';

/** The number of rows that the current step processes. */
function totalOf(run: ImportRun): number {
  if (run.state === 'checking') return run.rows;
  return (run.state === 'undoing' ? countOf(run, 'imported') : run.fit) + run.done;
}

export function ImportProgress({ run, onUndo }: { run: ImportRun; onUndo: () => void }) {
  const { t, number } = useImportWords();
  const total = totalOf(run);
  const progress = total === 0 ? 0 : Math.min(run.done / total, 1);
  const percent = (progress: number) => number(progress, { style: 'percent' });
  const done = t('progress', { done: number(run.done), total: number(total) });
  return (
    <div className={`stack ${sheet.card} ${styles.card}`}>
      <p className={styles.numbers}>
        <strong>{percent(progress)}</strong> {done}
      </p>
      <Progress value={progress * 100} aria-label={done} size="lg" radius="xl" animated />
      {/* Screen readers announce every quarter. */}
      <p role="status" className={hidden.always}>
        {t(`heading.${run.state}`)} {percent(Math.floor(progress * 4) / 4)}
      </p>
      <p className={tone.note}>{t('mayLeave')}</p>
      {mayStep(run.state, 'undo') && (
        <Allowed call="undoImport">
          <div>
            <Button variant="default" aria-haspopup="dialog" onClick={onUndo}>
              {t('stopImport')}
            </Button>
          </div>
        </Allowed>
      )}
    </div>
  );
}
