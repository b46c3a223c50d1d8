/** The table of all keys, and a switch for those that act without Ctrl. */
import { Switch } from '@mantine/core';
import { useTexts } from '../../texts/office/keys.ts';
import { ShortcutTable } from '../shortcuts/shortcut-table.tsx';
import { switchSingleKeys, useSingleKeys } from '../shortcuts/single-keys.ts';

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
      <ShortcutTable />
    </>
  );
}
