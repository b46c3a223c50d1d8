/** Updates the chosen view to what the list shows, and undoes that with another press. */
import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { SavedView } from '../../../../contract/work-answers.ts';
import { useTexts } from '../../../texts/office/views.ts';
import { answerOf } from '../../calls/api.ts';
import { failureText } from '../../calls/failure-text.ts';
import { isGone } from '../../calls/gone.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import tone from '../../frame/text.module.css';
import type { contentOf } from './view-content.ts';
import { viewsQuery } from './view-queries.ts';
import styles from './views-panel.module.css';

type Content = ReturnType<typeof contentOf> | Pick<SavedView, 'query' | 'columns'>;

interface ViewUpdateProps {
  view: SavedView;
  /** What the list shows, if it differs from the view. */
  shown: Content | null;
}

export function ViewUpdate({ view, shown }: ViewUpdateProps) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const { _id: id, name, query, columns } = view;
  const [former, setFormer] = useState<Content | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (json: Content) => answerOf('updateView', { params: { id }, json }),
    onSuccess: () => {
      setFormer({ query, columns });
      return queryClient.invalidateQueries(viewsQuery);
    },
  });
  const next = shown ?? former;
  if (!next) return null;
  return (
    <div className={`stack ${styles.form} ${styles.update}`}>
      <p role="status">{t(shown ? 'changed' : 'updated', { name })}</p>
      {error && (
        <p role="alert" className={tone.failed}>
          {isGone(error) ? t('gone', { name }) : failureText(error, language, t('failed'))}
        </p>
      )}
      <Group gap="xs">
        {/* One button with two actions, so that it keeps the focus. */}
        <Button
          variant={shown ? 'filled' : 'default'}
          size="compact-md"
          {...ariaDisabled(isPending, () => mutate(next))}
        >
          {shown ? t('update', { name }) : t('undo')}
        </Button>
      </Group>
    </div>
  );
}
