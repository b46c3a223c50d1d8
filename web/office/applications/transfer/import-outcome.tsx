/** The outcome of a check, an import or an undo: its counts, the rows with problems, and the next steps. */
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ImportRun } from '../../../../contract/transfer-answers.ts';
import sheet from '../../../ui/card.module.css';
import { TbArrowBackUp } from '../../frame/icons.tsx';
import { TbCircleCheck, TbColumns } from '../../screen-icons.tsx';
import { Allowed } from '../../session/allowed.tsx';
import { StartDialog } from './import-dialogs.tsx';
import styles from './import-outcome.module.css';
import { ImportProblems } from './import-problems.tsx';
import { countOf, type OutcomeCount, outcomeCounts, useImportWords } from './import-words.ts';

const hasEnded = (state: ImportRun['state']): state is keyof typeof outcomeCounts =>
  Object.hasOwn(outcomeCounts, state);

function countNamesOf(run: ImportRun): readonly OutcomeCount[] {
  const counts = hasEnded(run.state) ? outcomeCounts[run.state] : [];
  // An undo that ended early has handled some.
  return run.state === 'imported' ? [...counts, ...outcomeCounts.undone.filter((name) => run[name] > 0)] : counts;
}

interface ImportOutcomeProps {
  run: ImportRun;
  onColumns: () => void;
  onUndo: () => void;
}

export function ImportOutcome({ run, onColumns, onUndo }: ImportOutcomeProps) {
  const { state } = run;
  return (
    <Stack gap="lg">
      <OutcomeCounts counts={countNamesOf(run).map((name) => ({ name, count: countOf(run, name) }))} />
      {state === 'checked' && <Start run={run} onColumns={onColumns} />}
      {state === 'imported' && <Imported run={run} onUndo={onUndo} />}
      {state === 'undone' && <ToList />}
      <ImportProblems run={run} />
    </Stack>
  );
}

/** Shows the counts as numbers and as the parts of a bar. */
function OutcomeCounts({ counts }: { counts: readonly { name: OutcomeCount; count: number }[] }) {
  const { t, number } = useImportWords();
  return (
    <div className={`${sheet.card} ${styles.tally}`}>
      <div className={styles.bar} aria-hidden="true">
        {counts.map(({ name, count }) => count > 0 && <Part key={name} name={name} count={count} />)}
      </div>
      <dl className={styles.counts}>
        {counts.map(({ name, count }) => (
          <div key={name} data-count={name} data-none={count === 0 || undefined}>
            <dt>{t(`tally.${name}`, { count })}</dt>
            <dd>{number(count)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** React sets the style by script, since the content security policy forbids style attributes in HTML. */
function Part({ name, count }: { name: OutcomeCount; count: number }) {
  return <span data-count={name} style={{ flexGrow: count }} />;
}

function Start({ run, onColumns }: { run: ImportRun; onColumns: () => void }) {
  const { t } = useImportWords();
  return (
    <div>
      {run.fit === 0 && <p className={styles.note}>{t('nothingFits')}</p>}
      <Group gap="sm">
        <StartButton run={run} />
        <Button
          variant="default"
          onClick={onColumns}
          leftSection={<TbColumns size={18} strokeWidth={1.75} aria-hidden />}
        >
          {t('changeColumns')}
        </Button>
      </Group>
    </div>
  );
}

/** Imports the rows that fit, if there are any. */
function StartButton({ run }: { run: ImportRun }) {
  const { t, number } = useImportWords();
  const [isAsking, setAsking] = useState(false);
  if (run.fit === 0) return null;
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setAsking(true)}>
        {t('start.confirm', { count: run.fit, number: number(run.fit) })}
      </Button>
      {isAsking && <StartDialog run={run} onClose={() => setAsking(false)} />}
    </>
  );
}

function Imported({ run, onUndo }: Pick<ImportOutcomeProps, 'run' | 'onUndo'>) {
  const { t, number } = useImportWords();
  const left = countOf(run, 'imported');
  return (
    <div>
      {/* Its account was suspended or lost a right meanwhile; otherwise no row that fits is left. */}
      {run.fit > 0 && <p className={styles.note}>{t('endedEarly', { count: run.fit, number: number(run.fit) })}</p>}
      {left > 0 && (
        <p className={styles.done}>
          <TbCircleCheck size={22} strokeWidth={1.75} aria-hidden />
          {t('photosMissing')}
        </p>
      )}
      <Group gap="sm">
        <StartButton run={run} />
        <Button component={Link} to="/application" variant={run.fit > 0 ? 'default' : 'filled'}>
          {t('toApplications')}
        </Button>
        {left > 0 && (
          <Allowed call="undoImport">
            <Button
              variant="default"
              aria-haspopup="dialog"
              onClick={onUndo}
              leftSection={<TbArrowBackUp size={18} strokeWidth={1.75} aria-hidden />}
            >
              {t('undo.button')}
            </Button>
          </Allowed>
        )}
      </Group>
    </div>
  );
}

function ToList() {
  const { t } = useImportWords();
  return (
    <Group gap="sm">
      <Button component={Link} to="/application" variant="default">
        {t('toApplications')}
      </Button>
    </Group>
  );
}
