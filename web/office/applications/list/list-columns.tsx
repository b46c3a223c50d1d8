/** The columns of the list: the content, order and width of each, and which of the chosen ones have room. */
import type { ReactNode } from 'react';
import type { ListedApplication } from '../../../../contract/answers.ts';
import { slotNames } from '../../../../contract/application-form.ts';
import { dhakaDay } from '../../../../contract/dates.ts';
import { lateBefore } from '../../../../contract/late.ts';
import type { ListColumn } from '../../../../contract/list-columns.ts';
import { undecidedStatus } from '../../../../contract/status.ts';
import { filledSlots } from '../../../application/fields-and-documents.ts';
import { StatusTag } from '../../../application/status-tag.tsx';
import { useFieldText } from '../../../texts/application.ts';
import { useNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import tone from '../../frame/text.module.css';
import type { Density } from '../list-display.ts';
import { DeletionCell } from './deletion-cell.tsx';
import styles from './list-row.module.css';
import type { SortField } from './list-state.ts';
import { Marked } from './marked.tsx';

/** The columns that can be chosen, and one for deleted applications. */
export type Column = ListColumn | 'deleted';

export interface CellProps {
  application: ListedApplication;
}

interface ColumnRow {
  sort: SortField | null;
  /** In rem, with compact rows. */
  width: number;
  /** Without room for all columns, the one with the highest number is collapsed first. */
  collapseOrder: number;
  Cell: (props: CellProps) => ReactNode;
}

export const columns: Record<Column, ColumnRow> = {
  passport: { sort: 'passport', width: 6.75, collapseOrder: 1, Cell: Passport },
  nationality: { sort: null, width: 6.75, collapseOrder: 8, Cell: ({ application }) => application.currentN },
  status: { sort: 'isStatus', width: 7.75, collapseOrder: 2, Cell: RowStatus },
  arrived: { sort: 'createdAt', width: 8.5, collapseOrder: 4, Cell: Arrival },
  deleted: { sort: null, width: 12, collapseOrder: 3, Cell: DeletionCell },
  collect: { sort: null, width: 6.5, collapseOrder: 5, Cell: CollectDate },
  papers: { sort: null, width: 5.75, collapseOrder: 6, Cell: DocumentCount },
  assigned: { sort: null, width: 8, collapseOrder: 7, Cell: Assigned },
  phone: { sort: null, width: 8, collapseOrder: 9, Cell: ({ application }) => application.phone },
  company: { sort: null, width: 9.5, collapseOrder: 10, Cell: ({ application }) => application.company },
  jobTitle: { sort: null, width: 7.5, collapseOrder: 11, Cell: JobTitle },
};

/** The columns of the list of deleted applications. */
export const deletedColumns: readonly Column[] = ['passport', 'status', 'arrived', 'deleted'];

/** The widths of what every table has, in rem with compact rows. */
const nameWidth = 12;
const actionWidths = { icons: 6.75, labelled: 15.5, restoring: 13.5 } as const;

const scales: Record<Density, number> = { compact: 1, comfortable: 1.12 };

export interface TableLayout {
  shown: readonly Column[];
  /** Chosen columns without room, whose values are below the name. */
  collapsed: readonly Column[];
  /** In rem. */
  widthOf: (column: Column) => number;
  actionWidth: number;
  hasLabels: boolean;
}

export function layoutOf(
  chosen: readonly ListColumn[],
  density: Density,
  isDeleted: boolean,
  room: number,
): TableLayout {
  const wanted = isDeleted ? deletedColumns : chosen;
  const scale = scales[density];
  const widthOf = (column: Column) => columns[column].width * scale;
  const fixed = (actions: number) => nameWidth * scale + actions;
  const icons = isDeleted ? actionWidths.restoring : actionWidths.icons * (density === 'compact' ? 1 : 1.5);
  const byImportance = [...wanted].sort((one, other) => columns[one].collapseOrder - columns[other].collapseOrder);
  let free = room - fixed(icons);
  const fits = new Set<Column>();
  for (const column of byImportance) {
    free -= widthOf(column);
    if (free < 0) break;
    fits.add(column);
  }
  const hasLabels =
    !isDeleted && density === 'comfortable' && free >= 0 && free + icons >= actionWidths.labelled + nameWidth / 4;
  return {
    shown: wanted.filter((column) => fits.has(column)),
    collapsed: wanted.filter((column) => !fits.has(column)),
    widthOf,
    actionWidth: hasLabels ? actionWidths.labelled : icons,
    hasLabels,
  };
}

/** Its id describes the row's link to a screen reader. */
function Passport({ application: { _id, passport, matches } }: CellProps) {
  const match = matches?.find(({ kind }) => kind === 'passport');
  return <span id={`passport-${_id}`}>{match ? <Marked pieces={match.pieces} /> : passport}</span>;
}

/** Its id describes the row's link to a screen reader. */
export function RowStatus({ application: { _id, isStatus } }: Pick<CellProps, 'application'>) {
  return (
    <span id={`status-${_id}`}>
      <StatusTag status={isStatus} />
    </span>
  );
}

function Arrival({ application: { createdAt, isStatus } }: CellProps) {
  const { t } = useTexts();
  const day = dhakaDay(new Date(createdAt));
  const isLate = isStatus === undecidedStatus && createdAt < lateBefore(new Date());
  return (
    <>
      <time dateTime={day}>{day}</time> {isLate && <span className={styles.late}>{t('late')}</span>}
    </>
  );
}

function CollectDate({ application: { pending } }: CellProps) {
  const { t } = useTexts();
  return pending ? <time dateTime={pending}>{pending}</time> : <span className={tone.soft}>{t('noCollect')}</span>;
}

function Assigned({ application: { assigned } }: CellProps) {
  const { t } = useTexts();
  return assigned ? assigned.name : <span className={tone.soft}>{t('nobody')}</span>;
}

function DocumentCount({ application }: CellProps) {
  const { t } = useTexts();
  const number = useNumber();
  const count = filledSlots(application).length;
  const values = { there: number(count), all: number(slotNames.length) };
  return (
    <span className={count < slotNames.length ? tone.soft : undefined} title={t('papersTitle', values)}>
      {t('papers', values)}
    </span>
  );
}

function JobTitle({ application }: CellProps) {
  return useFieldText()('jobTitle', application.jobTitle);
}
