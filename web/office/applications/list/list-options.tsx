/** The button of the list's looks. */
import { useTexts } from '../../../texts/office/applications.ts';
import { TbAdjustments } from '../../frame/icons.tsx';
import { lazyPart } from '../../frame/lazy-part.tsx';
import type { ListPlace } from './list-state.ts';
import { ListTool } from './list-tool.tsx';

const load = () => import('./list-options-panel.tsx');
const Panel = lazyPart(load);

export function ListOptions({ place }: { place: ListPlace }) {
  const { t } = useTexts();
  return (
    <ListTool label={t('looks')} icon={<TbAdjustments size={18} strokeWidth={1.75} aria-hidden />} load={load}>
      {(opening) => <Panel place={place} {...opening} />}
    </ListTool>
  );
}
