/** The button that adds an application for the same employer as an existing one, its template. */
import { Button } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import type { Application } from '../../../../contract/answers.ts';
import { useTexts } from '../../../texts/office/frame.ts';
import { TbUserPlus } from '../../frame/icons.tsx';
import { useMayCall } from '../../session/signed-in-user.ts';
import { ShortcutHint, useAriaShortcut } from '../../shortcuts/shortcut-hint.tsx';
import { useShortcuts } from '../../shortcuts/use-shortcuts.ts';

/** The id of the template is in the history state, and nothing else of it. */
export function useTemplateId(): string | null {
  const { state } = useLocation();
  return typeof state?.like === 'string' ? state.like : null;
}

/** `onPress` replaces the navigation to the form, if that is already open. */
export function SameEmployerButton({ of, onPress }: { of: Pick<Application, '_id'>; onPress?: () => void }) {
  const { t } = useTexts();
  const navigate = useNavigate();
  const mayAdd = useMayCall('addApplication');
  const ariaShortcut = useAriaShortcut();
  const open = onPress ?? (() => void navigate('/addUserApplication', { state: { like: of._id } }));
  useShortcuts({ another: mayAdd ? open : undefined });
  if (!mayAdd) return null;
  return (
    <Button
      variant="default"
      leftSection={<TbUserPlus size={20} strokeWidth={1.75} aria-hidden />}
      rightSection={<ShortcutHint name="another" />}
      aria-keyshortcuts={ariaShortcut('another')}
      onClick={open}
    >
      {t('sameEmployer')}
    </Button>
  );
}
