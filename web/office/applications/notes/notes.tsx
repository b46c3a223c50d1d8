/** The notes of staff about an application, newest first, and a field for a new one. */
import { Button, Skeleton, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { errorText } from '../../../../contract/errors.ts';
import { limits } from '../../../../contract/limits.ts';
import { hasLength, plainText } from '../../../../contract/text.ts';
import type { Note } from '../../../../contract/work-answers.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { useTexts } from '../../../texts/office/work.ts';
import { answerOf, CallFailed } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { sendByKey } from '../../form/send-by-key.ts';
import { LoadFailureLine } from '../../frame/load-failure.tsx';
import tone from '../../frame/text.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { hasUnsaved } from '../../frame/unsaved.ts';
import { useUnsaved } from '../../frame/use-unsaved.ts';
import { Allowed } from '../../session/allowed.tsx';
import { notesQuery } from '../work-queries.ts';
import styles from './notes.module.css';
import { typedNoteOf } from './typed-notes.ts';

export function Notes({ id }: { id: string }) {
  const { t } = useTexts();
  const { data, isError, refetch } = useQuery(notesQuery(id));
  const title = useRef<HTMLHeadingElement>(null);
  return (
    <div className={styles.notes} data-screen-only="">
      <h3 ref={title} tabIndex={-1}>
        {t('notes.title')}
      </h3>
      <Allowed call="addNote">
        <NewNote id={id} />
      </Allowed>
      {isError && <LoadFailureLine text={t('notes.loadFailed')} onRetry={refetch} focusAfter={title} />}
      {data ? (
        <List notes={data} />
      ) : (
        !isError && <Skeleton height="3rem" role="status" aria-label={t('notes.loading')} />
      )}
    </div>
  );
}

function List({ notes }: { notes: readonly Note[] }) {
  const { t, language } = useTexts();
  if (notes.length === 0) return <p className={tone.hint}>{t('notes.none')}</p>;
  return (
    <>
      <ol className="stack">
        {notes.map(({ _id, at, by, text }) => (
          <li key={_id}>
            <p className={tone.hint}>
              <time dateTime={at}>{timeInWords(at, language)}</time>{' '}
              {by === null ? t('notes.byUnknown') : t('notes.by', { name: by })}
            </p>
            <p className={tone.quote}>{text}</p>
          </li>
        ))}
      </ol>
      {notes.length >= limits.notesListedMax && <p className={`${tone.hint} ${tone.below}`}>{t('notes.newestOnly')}</p>}
    </>
  );
}

function NewNote({ id }: { id: string }) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const field = useId();
  const typed = typedNoteOf(id);
  const text = typed.use();
  const [isWrong, setWrong] = useState(false);
  // The text outlives the form when the application is deleted, but not when the user agrees to lose it, which clears
  // all marks first. This cleanup runs before that of `useUnsaved`, which clears the form's own mark in both cases.
  useEffect(
    () => () => {
      if (!hasUnsaved()) typed.set('');
    },
    [typed],
  );
  useUnsaved(text.trim() !== '');
  const { queryKey } = notesQuery(id);
  /** A note whose sending was not answered, so that the server may have it, and the notes that were known before. */
  const unanswered = useRef<{ text: string; known: readonly Note[] | undefined }>(null);
  const storedBefore = async (sent: string): Promise<Note | undefined> => {
    const known = unanswered.current?.text === sent ? unanswered.current.known : undefined;
    if (!known) return undefined;
    const notes = await queryClient.fetchQuery({ ...notesQuery(id), staleTime: 0 });
    const stored = plainText(sent, limits.noteLengthMax);
    return notes.find((note) => note.text === stored && known.every(({ _id }) => _id !== note._id));
  };
  const adding = useMutation({
    mutationFn: async (sent: string) => {
      const stored = await storedBefore(sent);
      if (stored) return stored;
      unanswered.current = { text: sent, known: queryClient.getQueryData(queryKey) };
      return answerOf('addNote', { params: { id }, json: { text: sent } });
    },
    onError: (error) => {
      if (error instanceof CallFailed) unanswered.current = null;
    },
    onSuccess: (note, sent) => {
      unanswered.current = null;
      // The user may have begun the next note meanwhile.
      if (typed.get() === sent) typed.set('');
      queryClient.setQueryData(queryKey, (notes) => {
        const others = notes?.filter(({ _id }) => _id !== note._id);
        return others && [note, ...others].slice(0, limits.notesListedMax);
      });
      toastDone(t('notes.added'));
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (adding.isPending) return;
    const stored = plainText(text, limits.noteLengthMax);
    const isValid = hasLength(stored, 1, limits.noteLengthMax);
    setWrong(!isValid);
    if (isValid) adding.mutate(text);
    else document.getElementById(field)?.focus();
  };
  const { error } = adding;
  return (
    <form className={`stack ${styles.form}`} onSubmit={submit} noValidate>
      <Textarea
        id={field}
        label={t('notes.new')}
        description={t('notes.staffOnly')}
        value={text}
        onChange={({ currentTarget }) => typed.set(currentTarget.value)}
        onKeyDown={sendByKey}
        error={isWrong && errorText('invalid_note', language)}
        rows={1}
      />
      {error && (
        <p role="alert" className={tone.failed}>
          {failureText(error, language, t('failed'))}
        </p>
      )}
      {/* A disabled button would lose the focus. */}
      <Button type="submit" variant="default" aria-disabled={adding.isPending}>
        {t('notes.add')}
      </Button>
    </form>
  );
}
