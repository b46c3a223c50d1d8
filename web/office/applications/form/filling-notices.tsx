/** Says which fields were filled without typing, with a button that takes the filling back. */
import { Button, Group } from '@mantine/core';
import { formFieldNames, formFields } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { useFieldText } from '../../../texts/application.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import notice from '../../frame/notice.module.css';
import touch from '../../frame/touch.module.css';
import { todayInDhaka } from './application-values.ts';
import type { Filling, Fillings } from './fillings.ts';
import { Unrecognised } from './unrecognised.tsx';

export function FillingNotices({ of }: { of: Fillings }) {
  return (
    <div role="status">
      {of.shown.map((filling) => (
        <Notice key={filling.source} filling={filling} of={of} />
      ))}
    </div>
  );
}

const isToday = (at: string) => dhakaDay(new Date(at)) === todayInDhaka();
const fieldsIn = (values: Filling['values']) => formFieldNames.filter((name) => Object.hasOwn(values, name));

function Notice({ filling, of }: { filling: Filling; of: Fillings }) {
  const { t, language } = useTexts();
  const fieldText = useFieldText();
  const { source, at, values, others, unrecognised, isTakenBack } = filling;
  const labels = [
    ...fieldsIn(values).map((name) => formFields[name].label[language]),
    ...(values.image ? [t('photoSection')] : []),
  ];
  const inserted = {
    fields: new Intl.ListFormat(language).format(labels),
    time: at && timeInWords(at, language, isToday(at) ? { timeStyle: 'short' } : undefined),
  };
  const text = t(`filling.${source}.${isTakenBack ? 'takenBack' : 'filled'}`, inserted);
  return (
    <section className={notice.row}>
      {labels.length > 0 && (
        <p>
          {text} {!isTakenBack && <span className={touch.hidden}>{t('filling.keys')}</span>}
        </p>
      )}
      {labels.length > 0 && (
        <Button variant="default" onClick={() => (isTakenBack ? of.putBack(source) : of.takeBack(source))}>
          {t(`filling.${source}.${isTakenBack ? 'putBack' : 'takeBack'}`)}
        </Button>
      )}
      <Button variant="subtle" color="gray" onClick={() => of.dismiss(source)}>
        {t('filling.dismiss')}
      </Button>
      {fieldsIn(others).map((name) => (
        <Group key={name} flex="1 1 100%" gap="sm">
          <p>
            {t('filling.other', { field: formFields[name].label[language] })}{' '}
            <strong>{fieldText(name, others[name] ?? '')}</strong>
          </p>
          <Button
            variant="default"
            aria-label={t('filling.replaceField', { field: formFields[name].label[language] })}
            onClick={() => of.replace(source, name)}
          >
            {t('filling.replace')}
          </Button>
        </Group>
      ))}
      {unrecognised && !isTakenBack && <Unrecognised lines={unrecognised} />}
    </section>
  );
}
