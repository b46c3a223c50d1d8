/** From the shown file to the one before or after it, which is loaded ahead of the step. */
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { thumbnailUrl } from '../../../../contract/files.ts';
import { limits } from '../../../../contract/limits.ts';
import { CallFailed } from '../../calls/api.ts';
import { hasUnsaved } from '../../frame/unsaved.ts';
import { holdKeys } from '../../keys/use-keys.ts';
import { applicationQuery, copyPath, versionsQuery } from '../application-queries.ts';
import { type CameFrom, type FileState, fileStateOf } from '../came-from.ts';
import { rememberOpened } from '../list/opened-row.ts';
import { type Neighbour, neighbourOf, numberOf, seenPage } from './neighbour.ts';

export interface Steps {
  /** The number of the shown file in the list; null where it is no longer in it. */
  number: number | null;
  total: number;
  /** Null at the end of the list, undefined until it is known. */
  next: Neighbour | null | undefined;
  previous: Neighbour | null | undefined;
  list: CameFrom;
  state: Partial<FileState>;
  /** With the number of deleted files that were passed before. */
  step: (by: 1 | -1, passed?: number) => void;
  isBusy: boolean;
}

/** Nothing where the file was opened from elsewhere than a list. */
export function useSteps(id: string): Steps | null {
  const { state: inHistory } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const state = fileStateOf(inHistory);
  const { list } = state;
  const { data: page, isPlaceholderData } = useQuery({
    ...seenPage(list?.place ?? { page: 1, limit: limits.pageSize }),
    enabled: list !== undefined,
  });
  const isLoaded = page !== undefined && !isPlaceholderData;
  const { next, previous } = useNeighbours(id, list, isLoaded ? page : undefined);
  const [isBusy, setBusy] = useState(false);
  const isStepping = useRef(false);
  const onShown = useRef<() => void>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another file is shown
  useLayoutEffect(() => () => onShown.current?.(), [id]);
  if (!list || !isLoaded) return null;

  const step = async (by: 1 | -1, passed = 0) => {
    if (isStepping.current) return;
    isStepping.current = true;
    setBusy(true);
    holdKeys(
      new Promise((resolve) => {
        onShown.current = resolve;
      }),
    );
    try {
      const found = await firstThere(queryClient, { id, list, by });
      if (!found) return onShown.current?.();
      rememberOpened(found.file._id);
      const { file, list: around, skipped } = found;
      const next: FileState = { id: file._id, list: around, step: { by, skipped: passed + skipped } };
      // The router draws the file a moment after the address has changed.
      await navigate(copyPath(file._id), { state: next, replace: true });
      // The office asks whether to leave what is unsaved, and the answer may be to stay.
      if (hasUnsaved()) onShown.current?.();
    } catch {
      // The list could not be loaded. The screen stays, and the next press tries again.
      onShown.current?.();
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
    step: (by, passed) => void step(by, passed),
    isBusy,
  };
}

/** The nearest file that was not deleted meanwhile, and how many were. */
async function firstThere(
  queryClient: QueryClient,
  from: { id: string; list: CameFrom; by: 1 | -1 },
): Promise<(Neighbour & { skipped: number }) | null> {
  let { id, list } = from;
  for (let skipped = 0; ; skipped++) {
    const found = await neighbourOf(queryClient, { id, list, by: from.by });
    if (!found) return null;
    const isThere = await load(queryClient, found.file._id);
    if (isThere) return { ...found, skipped };
    ({ list } = found);
    id = found.file._id;
  }
}

/** Whether it exists. What was loaded ahead is shown at once; the screen then loads it again. */
async function load(queryClient: QueryClient, id: string): Promise<boolean> {
  const query = { ...applicationQuery(id), staleTime: Number.POSITIVE_INFINITY };
  const error = await queryClient.fetchQuery(query).then(
    () => null,
    (error: unknown) => error,
  );
  return !(error instanceof CallFailed && error.status === 404);
}

function useNeighbours(id: string, list: CameFrom | undefined, page: object | undefined) {
  const queryClient = useQueryClient();
  const [found, setFound] = useState<{ of: string; next: Neighbour | null; previous: Neighbour | null }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list of a file changes with its id alone
  useEffect(() => {
    if (!list || !page) return;
    let isOver = false;
    const find = async () => {
      const [next, previous] = await Promise.all([
        neighbourOf(queryClient, { id, list, by: 1 }),
        neighbourOf(queryClient, { id, list, by: -1 }),
      ]);
      if (isOver) return;
      setFound({ of: id, next, previous });
      if (next) loadAhead(queryClient, next);
    };
    find().catch(() => {});
    return () => {
      isOver = true;
    };
  }, [id, page, queryClient]);
  return found?.of === id ? found : { next: undefined, previous: undefined };
}

/** Loads what the screen of the next file shows first. It counts as read, since it has left the server. */
function loadAhead(queryClient: QueryClient, { file: { _id: id, image } }: Neighbour): void {
  void queryClient.prefetchQuery(applicationQuery(id));
  void queryClient.prefetchQuery(versionsQuery(id));
  if (image) new Image().src = thumbnailUrl(image, limits.photoThumbnailWidths[0]);
}
