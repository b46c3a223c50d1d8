/** Fills the form from a text with several fields, which is pasted into any of them or into a dialogue. */
import { Button } from '@mantine/core';
import { type ClipboardEvent, Suspense, useState } from 'react';
import { choiceWords } from '../../../texts/application.ts';
import { useTexts } from '../../../texts/office/application-form.ts';
import { useFocusReturn } from '../../frame/focus-return.ts';
import { lazyPart } from '../../frame/lazy-part.tsx';
import { TbClipboardText } from '../../screen-icons.tsx';
import { todayInDhaka } from './application-values.ts';
import { type PastedText, readPastedText } from './pasted-text.ts';
import type { Prefills } from './prefills.ts';

const PasteDialog = lazyPart(() => import('./paste-dialog.tsx'));

/** A text with fewer fields is pasted into the focused field as usual. */
const fieldsMin = 2;

const read = (text: string): PastedText => readPastedText(text, todayInDhaka(), choiceWords());
const fillFrom = (prefills: Prefills, { values, unrecognised }: PastedText) =>
  prefills.fill('paste', values, { unrecognised });

export function pasteInto(prefills: Prefills, event: ClipboardEvent): void {
  if (!(event.target instanceof HTMLInputElement)) return;
  const pasted = read(event.clipboardData.getData('text/plain'));
  if (Object.keys(pasted.values).length < fieldsMin) return;
  event.preventDefault();
  fillFrom(prefills, pasted);
}

export function PasteButton({ prefills }: { prefills: Prefills }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  /** Kept when the dialogue is cancelled. */
  const [text, setText] = useState('');
  useFocusReturn(isOpen);
  return (
    <>
      <Button
        variant="default"
        leftSection={<TbClipboardText size={20} strokeWidth={1.75} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {t('pasting.open')}
      </Button>
      {isOpen && (
        <Suspense>
          <PasteDialog
            read={read}
            text={text}
            onText={setText}
            onClose={() => setOpen(false)}
            onFill={(pasted) => {
              setOpen(false);
              setText('');
              fillFrom(prefills, pasted);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
