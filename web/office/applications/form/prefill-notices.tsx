/** Says which fields were filled without typing, with a button that undoes it. */
import { Button, Group } from '@mantine/core';
import { formFieldNames, formFields } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { useFieldText } from '../../../texts/application.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import notice from '../../frame/notice.module.css';
import touch from '../../frame/touch.module.css';
import { todayInDhaka } from './application-values.ts';
import type { Prefill, Prefills } from './prefills.ts';
import { Unrecognised } from './unrecognised.tsx';

export function PrefillNotices({ prefills }: { prefills: Prefills }) {
  return (
    <div role="status">
      {prefills.shown.map((prefill) => (
        <Notice key={prefill.source} prefill={prefill} prefills={prefills} />
      ))}
    </div>
  );
}

const isToday = (at: string) => dhakaDay(new Date(at)) === todayInDhaka();
const fieldsIn = (values: Prefill['values']) => formFieldNames.filter((name) => Object.hasOwn(values, name));

function Notice({ prefill, prefills }: { prefill: Prefill; prefills: Prefills }) {
  const { t, language } = useTexts();
  const fieldText = useFieldText();
  const { source, at, values, others, unrecognised, isUndone } = prefill;
  const labels = [
    ...fieldsIn(values).map((name) => formFields[name].label[language]),
    ...(values.image ? [t('photoSection')] : []),
  ];
  const inserted = {
    fields: new Intl.ListFormat(language).format(labels),
    time: at && timeInWords(at, language, isToday(at) ? { timeStyle: 'short' } : undefined),
  };
  const text = t(`prefill.${source}.${isUndone ? 'undone' : 'filled'}`, inserted);
  return (
    <section className={notice.row}>
      {labels.length > 0 && (
        <p>
          {text} {!isUndone && <span className={touch.hidden}>{t('prefill.keys')}</span>}
        </p>
      )}
      {labels.length > 0 && (
        <Button variant="default" onClick={() => (isUndone ? prefills.redo(source) : prefills.undo(source))}>
          {t(`prefill.${source}.${isUndone ? 'redo' : 'undo'}`)}
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={() => prefills.dismiss(source)}>
        {t('prefill.dismiss')}
      </Button>
      {(isUndone ? [] : fieldsIn(others)).map((name) => (
        <Group key={name} flex="1 1 100%" gap="sm">
          <p>
            {t('prefill.other', { field: formFields[name].label[language] })}{' '}
            <strong>{fieldText(name, others[name] ?? '')}</strong>
          </p>
          <Button
            variant="default"
            aria-label={t('prefill.replaceField', { field: formFields[name].label[language] })}
            onClick={() => prefills.replace(source, name)}
          >
            {t('prefill.replace')}
          </Button>
        </Group>
      ))}
      {unrecognised && !isUndone && <Unrecognised lines={unrecognised} />}
    </section>
  );
}
