/** The dialogue of `?`, which lists the keys. */
import { Text } from '@mantine/core';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/keys.ts';
import { Dialog } from '../frame/dialog.tsx';
import { ShortcutTable } from './shortcut-table.tsx';
import { useSingleKeys } from './single-keys.ts';

export default function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const { t: frame } = useFrameTexts();
  const areOn = useSingleKeys();
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {!areOn && <Text mb="md">{t('off')}</Text>}
      <ShortcutTable />
    </Dialog>
  );
}
