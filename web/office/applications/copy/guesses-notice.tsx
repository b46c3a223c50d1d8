/**
 * Warns that strangers may be guessing at this application. Its button unblocks the passport if it is blocked, and
 * removes the application from the list of guessed ones.
 */
import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ApplicationWithHistory } from '../../../../contract/answers.ts';
import { timeInWords } from '../../../texts/dates.ts';
import { formatNumber } from '../../../texts/numbers.ts';
import { useTexts } from '../../../texts/office/copy.ts';
import { answerOf } from '../../calls/api.ts';
import { ariaDisabled } from '../../frame/aria-disabled.ts';
import { TbAlertTriangle } from '../../frame/icons.tsx';
import notice from '../../frame/notice.module.css';
import { toastDone } from '../../frame/toast.client.ts';
import { Allowed } from '../../session/allowed.tsx';
import { invalidateApplications } from '../application-queries.ts';

export function GuessesNotice({ application: { _id: id, guesses } }: { application: ApplicationWithHistory }) {
  const { t, language } = useTexts();
  const queryClient = useQueryClient();
  const unblocking = useMutation({
    mutationFn: () => answerOf('unblock', { params: { id } }),
    onSuccess: () => {
      toastDone(t(guesses?.blockedUntil ? 'guesses.lifted' : 'guesses.seenDone'));
      // The notice is removed together with its button.
      document.getElementById('copy-person')?.focus({ preventScroll: true });
    },
    onSettled: () => void invalidateApplications(queryClient),
  });
  if (!guesses) return null;
  const { blockedUntil } = guesses;
  const values = {
    count: formatNumber(guesses.count, language),
    since: timeInWords(guesses.since, language),
    until: blockedUntil ? timeInWords(blockedUntil, language) : undefined,
  };
  return (
    <section className={notice.across} data-screen-only="" aria-labelledby="guesses">
      <TbAlertTriangle size={24} strokeWidth={1.75} aria-hidden />
      <div>
        <h3 id="guesses">{t('guesses.title', values)}</h3>
        <p>{t(blockedUntil ? 'guesses.text' : 'guesses.over', values)}</p>
        {blockedUntil && <p>{t('guesses.ask')}</p>}
        {unblocking.isError && <p role="alert">{t('guesses.failed')}</p>}
      </div>
      <Allowed call="unblock">
        <Button variant="default" {...ariaDisabled(unblocking.isPending, () => unblocking.mutate())}>
          {t(blockedUntil ? 'guesses.lift' : 'guesses.seen')}
        </Button>
      </Allowed>
    </section>
  );
}
