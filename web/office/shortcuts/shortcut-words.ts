/** What each key does, in words; those of a decision are with the other words of its status. */
import { type DecisionKind, statusGivenBy } from '../../../contract/status.ts';
import { useTexts } from '../../texts/office/keys.ts';
import { useStatusTexts } from '../../texts/status.ts';
import { decisionShortcuts, type ShortcutName } from './shortcuts.ts';

export function useShortcutWords(): (name: ShortcutName) => string {
  const { t } = useTexts();
  const { t: status } = useStatusTexts();
  return (name) => (isOfDecision(name) ? status(`${statusGivenBy(name)}.key`) : t(`does.${name}`));
}

const isOfDecision = (name: ShortcutName): name is DecisionKind => Object.hasOwn(decisionShortcuts, name);
