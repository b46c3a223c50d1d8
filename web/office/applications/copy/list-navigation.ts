/** Steps from the shown application to the one before or after it, which is prefetched. */

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import { isGone } from '../../calls/gone.ts';
import { useNavigateWhileShown } from '../../frame/navigate-while-shown.ts';
import { hasUnsaved } from '../../frame/unsaved.ts';
import { deferShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { applicationQuery, recordPath, versionsQuery } from '../application-queries.ts';
import { rememberOpened } from '../list/opened-row.ts';
import type { CopyState, OriginList } from '../origin-list.ts';
import { copyStateOf } from './copy-state.ts';
import { cachedPage, type Neighbour, neighbourOf, numberOf } from './neighbour.ts';

export interface ListNavigation {
  /** The number of the shown application in the list; null if it is no longer there. */
  number: number | null;
  total: number;
  /** Null at the end of the list, undefined until it is known. */
  next: Neighbour | null | undefined;
  previous: Neighbour | null | undefined;
  list: OriginList;
  state: Partial<CopyState>;
  /** `skippedBefore` counts deleted applications that led to this step. */
  step: (by: 1 | -1, skippedBefore?: number) => void;
  isBusy: boolean;
  /** Why the last step from the shown application failed; it can be tried again. */
  error: Error | null;
}

/** Null if the application was not opened from a list. */
export function useListNavigation(id: string): ListNavigation | null {
  const { state: inHistory } = useLocation();
  const navigate = useNavigateWhileShown();
  const queryClient = useQueryClient();
  const state = copyStateOf(inHistory);
  const { list } = state;
  const { data: page, isPlaceholderData } = useQuery({
    ...cachedPage(list?.request ?? { page: 1, limit: limits.pageSize }),
    enabled: list !== undefined,
  });
  const isLoaded = page !== undefined && !isPlaceholderData;
  const { next, previous } = useNeighbours(id, list, isLoaded ? page : undefined);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<{ of: string; error: Error } | null>(null);
  const isStepping = useRef(false);
  const onShown = useRef<(isShown: boolean) => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another application is shown
  useLayoutEffect(() => () => onShown.current?.(true), [id]);
  if (!list || !isLoaded) return null;

  const step = async (by: 1 | -1, skippedBefore = 0) => {
    if (isStepping.current) return;
    isStepping.current = true;
    setBusy(true);
    setFailure(null);
    deferShortcuts(
      new Promise((resolve) => {
        onShown.current = resolve;
      }),
    );
    try {
      const neighbour = await nearestExisting(queryClient, { id, list, by });
      if (!neighbour) return onShown.current?.(false);
      const { application, list: itsList, skipped } = neighbour;
      const nextId = application._id;
      rememberOpened(nextId);
      const next: CopyState = { id: nextId, list: itsList, step: { by, skipped: skippedBefore + skipped } };
      // The router renders the application a moment after the address has changed.
      await navigate(recordPath(nextId), { state: next, replace: true });
      // With unsaved changes the office asks first, and the user may stay.
      if (hasUnsaved()) onShown.current?.(false);
    } catch (error) {
      setFailure({ of: id, error: error as Error });
      onShown.current?.(false);
    } finally {
      isStepping.current = false;
      setBusy(false);
    }
  };
  return {
    number: numberOf(page, id),
    total: page.totalApplication,
    next,
    previous,
    list,
    state,
    step: (by, skippedBefore) => void step(by, skippedBefore),
    isBusy,
    error: failure?.of === id ? failure.error : null,
  };
}

/** The nearest application that was not deleted meanwhile, and the number of deleted ones before it. */
async function nearestExisting(
  queryClient: QueryClient,
  from: { id: string; list: OriginList; by: 1 | -1 },
): Promise<(Neighbour & { skipped: number }) | null> {
  let { id, list } = from;
  for (let skipped = 0; ; skipped++) {
    const neighbour = await neighbourOf(queryClient, { id, list, by: from.by });
    if (!neighbour) return null;
    ({ list } = neighbour);
    id = neighbour.application._id;
    if (await exists(queryClient, id)) return { ...neighbour, skipped };
  }
}

/** A prefetched application exists without another request; its screen reloads it. */
async function exists(queryClient: QueryClient, id: string): Promise<boolean> {
  const query = { ...applicationQuery(id), staleTime: Number.POSITIVE_INFINITY };
  const error = await queryClient.fetchQuery(query).then(
    () => null,
    (error: unknown) => error,
  );
  return !isGone(error);
}

function useNeighbours(id: string, list: OriginList | undefined, page: object | undefined) {
  const queryClient = useQueryClient();
  const [neighbours, setNeighbours] = useState<{ of: string; next: Neighbour | null; previous: Neighbour | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of an application changes with its id alone
  useEffect(() => {
    if (!list || !page) return;
    let isOver = false;
    const find = async () => {
      // The application on the screen comes first.
      await exists(queryClient, id);
      const [next, previous] = await Promise.all([
        neighbourOf(queryClient, { id, list, by: 1 }),
        neighbourOf(queryClient, { id, list, by: -1 }),
      ]);
      if (isOver) return;
      setNeighbours({ of: id, next, previous });
      if (next) prefetch(queryClient, next);
    };
    find().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [id, page, queryClient]);
  return neighbours?.of === id ? neighbours : { next: undefined, previous: undefined };
}

/** Loads what the screen of the next application shows first. The server counts it as read. */
function prefetch(queryClient: QueryClient, { application: { _id: id, image } }: Neighbour): void {
  void queryClient.prefetchQuery(applicationQuery(id));
  void queryClient.prefetchQuery(versionsQuery(id));
  if (image) new Image().src = thumbnailUrl(image, limits.photoThumbnailWidths[0]);
}
