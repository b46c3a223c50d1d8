/** The table of all keys, and a switch for those that act without Ctrl. */
import { Switch } from '@mantine/core';
import { useTexts } from '../../texts/office/keys.ts';
import { KeyTable } from '../keys/key-table.tsx';
import { switchSingleKeys, useSingleKeys } from '../keys/single-keys.ts';

export function Shortcuts() {
  const { t } = useTexts();
  return (
    <>
      <Switch
        mb="lg"
        label={t('single')}
        description={t('singleText')}
        checked={useSingleKeys()}
        onChange={({ currentTarget }) => switchSingleKeys(currentTarget.checked)}
      />
      <KeyTable />
    </>
  );
}
