import { Text } from '@mantine/core';
import { type Location, useBlocker } from 'react-router';
import { useTexts } from '../../texts/office/frame.ts';
import { ConfirmDialog, useLastShown } from './confirm-dialog.tsx';
import { discardUnsaved, hasUnsaved, leaveQuestion, ownLeaveText } from './unsaved.ts';

/** The screen and its record or template. The other parameters of a URL are filters, which do not remove a form. */
const screenOf = ({ pathname, search, state }: Location) =>
  [pathname, new URLSearchParams(search).get('id'), state?.like].join(' ');

/** Asks before leaving an unsaved form. The router allows one blocker, hence one dialogue for all forms. */
export function LeaveDialog() {
  const { t } = useTexts();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    return hasUnsaved() && screenOf(currentLocation) !== screenOf(nextLocation);
  });
  const question = leaveQuestion.use();
  const asked = question ?? (blocker.state === 'blocked' ? { isReload: false } : null);
  const kind = useLastShown(asked && (asked.isReload ? 'reload' : 'leave')) ?? 'leave';
  const answer = (mayLeave: boolean) => {
    leaveQuestion.set(null);
    if (question) return question.answer(mayLeave);
    if (!mayLeave) return blocker.reset?.();
    discardUnsaved();
    blocker.proceed?.();
  };
  return (
    <ConfirmDialog
      isOpen={asked !== null}
      title={t(`${kind}Title`)}
      confirm={t(kind)}
      cancel={t('stay')}
      isDanger
      // Its place in the page is before that of a dialogue which is left.
      zIndex={300}
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <Text>{ownLeaveText() ?? t(`${kind}Text`)}</Text>
    </ConfirmDialog>
  );
}
