/** Shows which fields a pasted text fills, before it fills them. */
import { Button, Textarea } from '@mantine/core';
import { formFieldNames, formFields } from '../../../../contract/application-form.ts';
import { limits } from '../../../../contract/limits.ts';
import { useFieldText } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { useTexts as useFrameTexts } from '../../../texts/office/frame.ts';
import { sendByKey } from '../../form/send-by-key.ts';
import { Dialog } from '../../frame/dialog.tsx';
import { DialogButtons } from '../../frame/dialog-buttons.tsx';
import type { PastedText } from './pasted-text.ts';
import styles from './prefill-notices.module.css';
import { Unrecognised } from './unrecognised.tsx';

interface PasteDialogProps {
  read: (text: string) => PastedText;
  text: string;
  onText: (text: string) => void;
  onFill: (pasted: PastedText) => void;
  onClose: () => void;
}

export default function PasteDialog({ read, text, onText, onFill, onClose }: PasteDialogProps) {
  const { t, language } = useTexts();
  const { t: frame } = useFrameTexts();
  const fieldText = useFieldText();
  const pasted = read(text);
  const isTooLong = text.length > limits.pastedTextLengthMax;
  const recognised = formFieldNames.flatMap((name) => {
    const value = pasted.values[name];
    return value === undefined ? [] : [{ name, value }];
  });
  return (
    <Dialog
      opened
      onClose={onClose}
      closeOnClickOutside={false}
      onKeyDown={(event) => sendByKey(event, () => recognised.length > 0 && onFill(pasted))}
      title={t('pasting.title')}
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      <Textarea
        label={t('pasting.label')}
        description={t('pasting.hint')}
        error={isTooLong && t('pasting.tooLong')}
        rows={6}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      <div role="status" className={styles.recognised}>
        {recognised.length > 0 && (
          <dl>
            {recognised.map(({ name, value }) => (
              <div key={name}>
                <dt>{formFields[name].label[language]}</dt>
                <dd>{fieldText(name, value)}</dd>
              </div>
            ))}
          </dl>
        )}
        {text.trim() !== '' && recognised.length === 0 && <p>{t('pasting.none')}</p>}
        {!isTooLong && recognised.length > 0 && <Unrecognised lines={pasted.unrecognised} />}
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {frame('cancel')}
        </Button>
        <Button disabled={recognised.length === 0} onClick={() => onFill(pasted)}>
          {t('pasting.fill')}
        </Button>
      </DialogButtons>
    </Dialog>
  );
}
