/** The button that opens the panel for the display of the list. */
import { useTexts } from '../../../texts/office/applications.ts';
import { TbAdjustments } from '../../frame/icons.tsx';
import { lazyPart } from '../../frame/lazy-part.tsx';
import type { ListLocation } from './list-state.ts';
import { ListTool } from './list-tool.tsx';

const load = () => import('./display-panel.tsx');
const Panel = lazyPart(load);

export function DisplayButton({ location }: { location: ListLocation }) {
  const { t } = useTexts();
  return (
    <ListTool label={t('display')} icon={<TbAdjustments size={18} strokeWidth={1.75} aria-hidden />} load={load}>
      {(controls) => <Panel location={location} {...controls} />}
    </ListTool>
  );
}
