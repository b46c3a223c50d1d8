/** The cached list of slides, how each call changes it, and the text of a failed call. */
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Slide } from '../../../contract/answers.ts';
import { errorText } from '../../../contract/errors.ts';
import type { Language } from '../../../contract/language.ts';
import { answerOf } from '../calls/api.ts';
import { isGone } from '../calls/gone.ts';
import { refusalReason } from '../calls/refusal-reason.ts';

const queryKey = ['slides'];
/** The list as stored, without pending changes; it exists only while there are some. */
const storedKey = ['slides as stored'];

export const slidesQuery = queryOptions({
  queryKey,
  queryFn: ({ signal }) => answerOf('slides', { signal }),
});

interface Change {
  slide: Slide;
  to: Partial<Pick<Slide, 'published' | 'position'>>;
}

/** Shows the change at once and rolls it back if the call fails. */
export function useChangeSlide() {
  const client = useQueryClient();
  const isOnlyChange = () => client.isMutating({ mutationKey: queryKey }) === 1;
  return useMutation({
    mutationKey: queryKey,
    // Changes run one after another in the order of the clicks, since each position depends on the change before.
    scope: { id: 'slides' },
    mutationFn: ({ slide, to }: Change) => answerOf('updateSlide', { params: { id: slide._id }, json: to }),
    onMutate: async ({ slide, to }) => {
      if (isOnlyChange()) client.setQueryData(storedKey, client.getQueryData(slidesQuery.queryKey));
      await client.cancelQueries({ queryKey });
      const changed = { ...slide, ...to, status: statusOf(to.published ?? slide.published) };
      client.setQueryData(slidesQuery.queryKey, (slides) => slides && withSlide(slides, changed));
    },
    onSuccess: (slide) => {
      client.setQueryData<Slide[]>(storedKey, (slides) => slides && withSlide(slides, slide));
    },
    onSettled: () => {
      if (!isOnlyChange()) return;
      // The rollback does not rely on reloading the list, which may fail as well.
      client.setQueryData(slidesQuery.queryKey, client.getQueryData<Slide[]>(storedKey));
      client.removeQueries({ queryKey: storedKey });
      void client.invalidateQueries({ queryKey });
    },
  });
}

export function useDeleteSlide() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (slide: Slide) => answerOf('deleteSlide', { params: { id: slide._id } }),
    onSuccess: (_, { _id }) => {
      editLists(client, (slides) => renumbered(slides.filter((slide) => slide._id !== _id)));
    },
    // The list is read again after a refusal, too: somebody else may have deleted the slide.
    onSettled: () => void client.invalidateQueries({ queryKey }),
  });
}

/** Puts a slide from the server into the list. */
export function useKeepSlide(): (slide: Slide) => void {
  const client = useQueryClient();
  return (slide) => {
    editLists(client, (slides) => withSlide(slides, slide));
    void client.invalidateQueries({ queryKey });
  };
}

/** Updates the list on the screen and the list that a rollback would restore. */
function editLists(client: QueryClient, edit: (slides: readonly Slide[]) => Slide[]): void {
  for (const key of [queryKey, storedKey]) client.setQueryData<Slide[]>(key, (slides) => slides && edit(slides));
}

function withSlide(slides: readonly Slide[], slide: Slide): Slide[] {
  const next = slides.filter(({ _id }) => _id !== slide._id);
  next.splice(slide.position - 1, 0, slide);
  return renumbered(next);
}

const renumbered = (slides: readonly Slide[]) => slides.map((slide, at) => ({ ...slide, position: at + 1 }));

const statusOf = (published: boolean): Slide['status'] => (published ? 'Published' : 'Unpublished');

/** The specification's text; `internal_error` is its text for no answer. */
export function slideFailureText(error: unknown, language: Language): string {
  if (isGone(error)) return errorText('not_found', language);
  return refusalReason(error, language) ?? errorText('internal_error', language);
}
