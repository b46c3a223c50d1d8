/** The panel for the display of the list: the density and number of its rows, and its columns. */
import { Button, Checkbox, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { listColumns } from '../../../../contract/list-columns.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts as useListTexts } from '../../../texts/office/applications.ts';
import { useTexts } from '../../../texts/office/list-display.ts';
import tone from '../../frame/text.module.css';
import { defaultDisplay, densities, pageSizes } from '../list-display.ts';
import { useListDisplay } from '../use-list-display.ts';
import styles from './display-panel.module.css';
import { displayOf, type ListLocation } from './list-state.ts';
import type { PanelControls } from './list-tool.tsx';
import { ListToolPanel } from './list-tool-panel.tsx';

interface PanelProps extends PanelControls {
  location: ListLocation;
}

export default function DisplayPanel({ location: { state, change }, ...controls }: PanelProps) {
  const { t } = useTexts();
  const { t: list } = useListTexts();
  const number = useNumber();
  const chosen = useListDisplay();
  const { density, pageSize, columns } = displayOf(state, chosen.display);
  // A choice replaces the display in the address.
  const choose = (display: Parameters<typeof chosen.change>[0]) => {
    chosen.change({ pageSize, columns, ...display });
    if (display.pageSize || state.limit || state.columns) change({ limit: undefined, columns: undefined });
  };
  return (
    <ListToolPanel label={list('display')} {...controls}>
      <div className={`stack ${styles.display}`}>
        <Choices legend={t('density')}>
          {densities.map((value) => (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name="density"
                checked={value === density}
                onChange={() => choose({ density: value })}
              />
              {t(value)}
            </label>
          ))}
        </Choices>
        <Choices legend={t('pageSize')}>
          {pageSizes.map((value) => (
            <label key={value} className={styles.choice}>
              <input
                type="radio"
                name="page-size"
                checked={value === pageSize}
                onChange={() => choose({ pageSize: value })}
              />
              {number(value)}
            </label>
          ))}
        </Choices>
        <fieldset className={styles.columns}>
          <legend>{t('columns')}</legend>
          {listColumns.map((column) => (
            <Checkbox
              key={column}
              label={list(`column.${column}`)}
              checked={columns.includes(column)}
              onChange={({ currentTarget: { checked } }) =>
                choose({ columns: listColumns.filter((each) => (each === column ? checked : columns.includes(each))) })
              }
            />
          ))}
        </fieldset>
        <p className={tone.hint}>{t('hint')}</p>
        <Group justify="space-between" gap="xs">
          <Button variant="subtle" size="compact-md" onClick={() => choose(defaultDisplay)}>
            {t('usual')}
          </Button>
          <Button variant="default" size="compact-md" onClick={controls.onClose}>
            {t('close')}
          </Button>
        </Group>
      </div>
    </ListToolPanel>
  );
}

function Choices({ legend, children }: { legend: string; children: ReactNode }) {
  return (
    <fieldset>
      <legend>{legend}</legend>
      <div className="row">{children}</div>
    </fieldset>
  );
}
