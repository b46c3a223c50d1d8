/** The dialogue of `?`, which lists the keys. */
import { Modal, Text } from '@mantine/core';
import { useTexts as useFrameTexts } from '../../texts/office/frame.ts';
import { useTexts } from '../../texts/office/keys.ts';
import { KeyTable } from './key-table.tsx';
import { useSingleKeys } from './single-keys.ts';

export default function KeyList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTexts();
  const { t: frame } = useFrameTexts();
  const areOn = useSingleKeys();
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={t('title')}
      size="lg"
      closeButtonProps={{ 'aria-label': frame('close') }}
    >
      {!areOn && <Text mb="md">{t('off')}</Text>}
      <KeyTable />
    </Modal>
  );
}
