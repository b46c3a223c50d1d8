/** Shows both versions after two people changed one application, to choose which values go into the form. */
import { Button, Group } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { type FormField, formFields } from '../../../../contract/application-form.ts';
import { errorText } from '../../../../contract/errors.ts';
import { thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import type { Status } from '../../../../contract/status.ts';
import { StatusTag } from '../../../application/status-tag.tsx';
import { useFieldText } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import box from '../../form/choice.module.css';
import styles from './conflict-choice.module.css';

export type Side = 'theirs' | 'mine';

export type Difference =
  | { field: FormField; theirs: string; mine: string; side: Side }
  /** The clerk's own photo has no URL before it is uploaded. */
  | { field: 'image'; theirs: string | null; mine: File; side: Side };

export interface Conflict {
  differences: readonly Difference[];
  /** The new status, if it was changed. */
  status: Status | null;
}

interface ConflictChoiceProps {
  conflict: Conflict;
  isBusy: boolean;
  /** What is in the field now. */
  typedIn: (field: FormField) => string;
  /** The photo that is chosen now. */
  chosenPhoto: () => File | null;
  onChoose: (difference: Difference, side: Side) => void;
}

export function ConflictChoice({ conflict, isBusy, typedIn, chosenPhoto, onChoose }: ConflictChoiceProps) {
  const { t, language } = useTexts();
  const section = useRef<HTMLElement>(null);
  const [sides, setSides] = useState(() => conflict.differences.map(({ side }) => side));
  /** The clerk's own values as they were when theirs was taken instead: newer than those of the conflict. */
  const [replaced, setReplaced] = useState<Partial<Record<FormField, string>>>({});
  const [ownPhoto, setOwnPhoto] = useState<File | null>(null);
  const differences = conflict.differences.map((difference) =>
    difference.field === 'image'
      ? { ...difference, mine: ownPhoto ?? difference.mine }
      : { ...difference, mine: replaced[difference.field] ?? difference.mine },
  );
  useEffect(() => section.current?.focus(), []);
  const choose = (at: number, side: Side) => {
    let difference = differences[at];
    // What was typed since in a field that stays the clerk's own is newer than the value shown here.
    const isKept = side === 'mine' && sides[at] === 'mine';
    if (!difference || isKept) return;
    if (difference.field === 'image') {
      // A photo that is chosen now is the newest own one, even if it was chosen while theirs was taken.
      const own = chosenPhoto() ?? difference.mine;
      setOwnPhoto(own);
      difference = { ...difference, mine: own };
    } else if (sides[at] === 'mine') {
      const { field } = difference;
      const own = typedIn(field);
      setReplaced((current) => ({ ...current, [field]: own }));
    }
    onChoose(difference, side);
    setSides((current) => current.map((each, index) => (index === at ? side : each)));
  };
  const chooseAll = (side: Side) => {
    for (const at of conflict.differences.keys()) choose(at, side);
  };
  return (
    <section ref={section} className={`stack ${styles.conflict}`} role="alert" aria-labelledby="conflict" tabIndex={-1}>
      <h2 id="conflict">{errorText('version_conflict', language)}</h2>
      <p>{t('conflict.lead')}</p>
      {conflict.status && (
        <p className="row">
          {t('conflict.status')} <StatusTag status={conflict.status} />
        </p>
      )}
      {conflict.differences.length > 1 && (
        <Group gap="sm">
          <Button variant="default" onClick={() => chooseAll('theirs')}>
            {t('conflict.allTheirs')}
          </Button>
          <Button variant="default" onClick={() => chooseAll('mine')}>
            {t('conflict.allMine')}
          </Button>
        </Group>
      )}
      {conflict.differences.length === 0 && <p>{t('conflict.same')}</p>}
      {differences.map((difference, at) => (
        <Row
          key={difference.field}
          difference={difference}
          side={sides[at] ?? difference.side}
          onChoose={(side) => choose(at, side)}
        />
      ))}
      <Button type="submit" loading={isBusy}>
        {t('conflict.saveAgain')}
      </Button>
    </section>
  );
}

interface RowProps {
  difference: Difference;
  side: Side;
  onChoose: (side: Side) => void;
}

function Row({ difference, side, onChoose }: RowProps) {
  const { t, language } = useTexts();
  const fieldText = useFieldText();
  const { field } = difference;
  return (
    <fieldset className={styles.row}>
      <legend>{field === 'image' ? t('conflict.photo') : formFields[field].label[language]}</legend>
      {(['theirs', 'mine'] as const).map((each) => (
        <label key={each} className={`${box.choice} ${styles.version}`}>
          <input type="radio" name={`conflict-${field}`} checked={side === each} onChange={() => onChoose(each)} />
          <span>
            <small>{t(`conflict.${each}`)}</small>
            {difference.field === 'image' ? (
              <Photo value={difference[each]} />
            ) : difference[each] ? (
              fieldText(difference.field, difference[each])
            ) : (
              t('conflict.empty')
            )}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function Photo({ value }: { value: string | File | null }) {
  const { t } = useTexts();
  if (value instanceof File) return value.name;
  if (value === null) return t('conflict.empty');
  return (
    <img src={thumbnailUrl(value, limits.photoThumbnailWidths[0])} width={64} height={64} alt={t('photo.stored')} />
  );
}
