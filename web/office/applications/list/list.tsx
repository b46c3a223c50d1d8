/** The list of applications: search, filters, order, pages, and the actions of each record. */
import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { Link, PrefetchPageLinks } from 'react-router';
import { longDate } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/applications.ts';
import { CallFailed } from '../../calls/api.ts';
import { EmptyState } from '../../frame/empty-state.tsx';
import { TbFilePlus, TbSearch } from '../../frame/icons.tsx';
import { LoadFailure } from '../../frame/load-failure.tsx';
import { PageHeader } from '../../frame/page-header.tsx';
import { scrollToStart } from '../../frame/scroll-to-start.ts';
import tone from '../../frame/text.module.css';
import { Allowed } from '../../session/allowed.tsx';
import { useMayCall } from '../../session/signed-in-user.ts';
import { applicationsQuery } from '../application-queries.ts';
import { OriginListProvider } from '../origin-list.ts';
import { useListDisplay } from '../use-list-display.ts';
import { ViewsButton } from '../views/views-button.tsx';
import { DeleteDialog, DeletionNotice, useDeletion } from './delete-application.tsx';
import { DisplayButton } from './display-button.tsx';
import styles from './list.module.css';
import { AddedNotice } from './list-added.tsx';
import { CardsSkeleton, ListCards } from './list-cards.tsx';
import { layoutOf } from './list-columns.tsx';
import { ListPages } from './list-pages.tsx';
import { PrintLine } from './list-print-line.tsx';
import { useSelection } from './list-selection.ts';
import { displayOf, filtersOf, isNarrowed, type ListLocation, requestOf, useListLocation } from './list-state.ts';
import { ListTable, TableSkeleton } from './list-table.tsx';
import { ListToolbar } from './list-toolbar.tsx';
import { useListWords } from './list-words.ts';
import { useOpenedRow } from './opened-row.ts';
import { type Edge, focusRow } from './row-focus.ts';
import { LazySelectionBar } from './selection-checkboxes.tsx';
import { useWidthInRem } from './width-in-rem.ts';

const phone = '(max-width: 575.98px)';

export default function ApplicationListScreen() {
  const { t } = useTexts();
  const words = useListWords();
  const queryClient = useQueryClient();
  const location = useListLocation();
  const isPhone = useMediaQuery(phone, false, { getInitialValueInEffect: false });
  const results = useRef<HTMLElement>(null);
  const { state, change } = location;
  const { display: chosenDisplay } = useListDisplay();
  const display = displayOf(state, chosenDisplay);
  const layout = layoutOf(display.columns, display.density, state.deleted ?? false, useWidthInRem(results));
  const request = requestOf(state, display);
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery(applicationsQuery(request));
  const [isTyping, setTyping] = useState(false);
  // The script of the copy is loaded once the user is about to open an application.
  const [isNear, setNear] = useState(false);
  // Until the answer arrives, the rows are of an earlier search, and a user could open the wrong record.
  const isOutdated = isTyping || isPlaceholderData;
  const last = data?.totalPages ?? 0;
  const isBeyond = data?.request.page === state.page && state.page > Math.max(last, 1);

  // The page may no longer exist after its last record was deleted.
  useEffect(() => {
    if (isBeyond) change({ page: Math.max(last, 1) }, { replace: true });
  });
  useRowFocusReturn(Boolean(data) && !isOutdated);
  const enter = useRowEntry(results, Boolean(data) && !isOutdated, error !== null);

  const filter = filtersOf(state);
  const selectable = useSelection(data?.applications ?? [], JSON.stringify(filter));
  const maySelect = useMayCall('approveSeveral') && !state.deleted;
  const selection = maySelect ? selectable : null;
  const deletion = useDeletion(selectable.remove);

  /** For buttons that are removed when they are pressed. */
  const focusResults = () => results.current?.focus({ preventScroll: true });
  const goTo = (page: number) => {
    change({ page });
    scrollToStart(results.current);
  };
  const crossEdge = (edge: Edge) => {
    const page = state.page + (edge === 'after' ? 1 : -1);
    if (page > last) return;
    if (page < 1) return document.querySelector<HTMLElement>('[data-search]')?.focus();
    change({ page });
    enter(edge === 'after' ? 'first' : 'last');
  };
  const rows = data &&
    data.applications.length > 0 && {
      applications: data.applications,
      isDeleted: data.request.deleted ?? false,
      isOutdated,
      caption: words.caption(data),
      location,
      onDelete: deletion.ask,
      onRestore: deletion.restore,
      restoringId: deletion.restoringId,
      selection,
      onEdge: crossEdge,
    };
  return (
    <>
      <PageHeader title={t('title')} lead={state.deleted && t('deletedLead')} actions={<AddButton />} />
      <ListToolbar location={location} onTyping={setTyping} onLeave={() => enter('first')} />
      <AddedNotice applications={data?.applications ?? []} />
      <DeletionNotice
        {...deletion}
        dismiss={() => {
          focusResults();
          deletion.dismiss();
        }}
      />
      <section
        ref={results}
        tabIndex={-1}
        className={styles.results}
        data-density={display.density}
        aria-busy={isFetching || isOutdated}
        aria-label={t('title')}
        onFocus={() => setNear(true)}
        onPointerEnter={() => setNear(true)}
      >
        {isNear && <PrefetchPageLinks page="/userView" />}
        <div className={`row ${styles.tools}`} data-screen-only="">
          <ViewsButton location={location} />
          <DisplayButton location={location} />
        </div>
        <PrintLine state={state} />
        <p role="status" className={`${tone.note} ${styles.total}`}>
          {data && !isOutdated ? words.total(data) : (isFetching || isTyping) && t('loading')}
        </p>
        {error &&
          (isWithoutPeriod(error) ? (
            <div role="alert">
              <Empty location={location} text={t('emptyPast')} onClear={focusResults} />
            </div>
          ) : (
            <LoadFailure error={error} onRetry={refetch} />
          ))}
        <div className={styles.sheet} data-fetching={isFetching ? '' : undefined}>
          {!data && isFetching && isPhone && <CardsSkeleton lines={display.pageSize} />}
          {!data && isFetching && !isPhone && (
            <TableSkeleton location={location} layout={layout} lines={display.pageSize} />
          )}
          {data && data.applications.length === 0 && !isBeyond && <Empty location={location} onClear={focusResults} />}
          {data && rows && (
            <OriginListProvider
              value={{
                request: data.request,
                ids: data.applications.map(({ _id }) => _id),
                columns: state.columns,
                view: state.view,
              }}
            >
              {isPhone ? <ListCards {...rows} chosen={display.columns} /> : <ListTable {...rows} layout={layout} />}
            </OriginListProvider>
          )}
        </div>
        <LazySelectionBar
          selection={selection}
          total={data?.totalApplication ?? 0}
          filter={filter}
          asOf={data?.asOf ?? 0}
          onClear={focusResults}
        />
        <ListPages
          page={state.page}
          total={last}
          isNarrow={isPhone}
          onPage={goTo}
          onIntent={(page) => void queryClient.prefetchQuery(applicationsQuery({ ...request, page }))}
        />
      </section>
      <DeleteDialog {...deletion.dialog} />
    </>
  );
}

/** A saved view or an address may have the filter from a time at which the settings had a period. */
function isWithoutPeriod(error: Error): boolean {
  return error instanceof CallFailed && error.body.errorCodes?.past !== undefined;
}

/** Focuses the row of the application from which the user comes back. */
function useRowFocusReturn(hasRows: boolean): void {
  const { takeOpened } = useOpenedRow();
  const isDone = useRef(false);
  useEffect(() => {
    if (!hasRows || isDone.current) return;
    isDone.current = true;
    const id = takeOpened();
    if (id) document.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus({ preventScroll: true });
  });
}

/** Moves the focus into the rows, as soon as the requested ones have arrived. */
function useRowEntry(results: RefObject<HTMLElement | null>, hasRows: boolean, hasFailed: boolean) {
  const [wanted, setWanted] = useState<'first' | 'last' | null>(null);
  useEffect(() => {
    if (!wanted || !(hasRows || hasFailed)) return;
    setWanted(null);
    if (hasRows) focusRow(results.current, wanted);
  });
  return setWanted;
}

interface EmptyProps {
  location: ListLocation;
  /** Why it is empty, if not because nothing matches. */
  text?: string;
  onClear: () => void;
}

function Empty({ location: { state, clear }, text, onClear }: EmptyProps) {
  const { t, language } = useTexts();
  const isAll = !isNarrowed(state);
  const { from, to, search } = state;
  const narrowed =
    from && to && from > to
      ? t('emptyReversed', { from: longDate(from, language), to: longDate(to, language) })
      : search
        ? t('emptySearch')
        : t('emptyNarrowed');
  const usual = isAll ? t('emptyAll') : narrowed;
  return (
    <EmptyState icon={TbSearch} title={t('empty')} text={text ?? usual}>
      {isAll ? (
        <AddButton />
      ) : (
        <Button
          variant="default"
          onClick={() => {
            onClear();
            clear();
          }}
        >
          {t('clearAll')}
        </Button>
      )}
    </EmptyState>
  );
}

function AddButton() {
  const { t } = useTexts();
  return (
    <Allowed call="addApplication">
      <Button
        component={Link}
        to="/addUserApplication"
        leftSection={<TbFilePlus size={20} strokeWidth={1.75} aria-hidden />}
      >
        {t('add')}
      </Button>
    </Allowed>
  );
}
