/** What the applicant will read after a decision, in the sentences of the status check. */
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { useMeaning } from '../../../application/status-meaning.tsx';
import { useTexts } from '../../../texts/office/copy.ts';
import sheet from '../../../ui/card.module.css';
import styles from './decision-form.module.css';
import type { DecisionEffect } from './decision-warnings.ts';
import { isValid } from './valid-decisions.ts';

interface DecisionPreviewProps {
  application: ApplicationWithHistory;
  /** Null while a date is invalid. */
  effect: DecisionEffect | null;
  reason: string;
  /** The day in Dhaka. */
  today: string;
}

export default function DecisionPreview({ effect, ...of }: DecisionPreviewProps) {
  const { t } = useTexts();
  return (
    <section className={`stack ${sheet.card} ${styles.outcome}`} aria-label={t('decision.sees')}>
      <h3>{t('decision.sees')}</h3>
      {effect ? <Sentences effect={effect} {...of} /> : <p>{t('decision.seesLater')}</p>}
    </section>
  );
}

function Sentences({ application, effect, reason, today }: DecisionPreviewProps & { effect: DecisionEffect }) {
  const { t } = useTexts();
  const { status, approve, collect: pending } = effect;
  const after = { at: new Date().toISOString(), status, approve, pending, reason };
  const { means, next } = useMeaning({
    application: {
      ...application,
      isStatus: status,
      approve,
      pending,
      history: [...application.history.filter(isValid), after],
    },
    today,
  });
  return (
    <>
      {[...means, ...(reason ? [`${t('decision.seesReason')} ${reason}`] : []), ...next].map((text) => (
        <p key={text}>{text}</p>
      ))}
    </>
  );
}
