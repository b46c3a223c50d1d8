/** The button that opens the saved views. Once they are loaded, it has the name of the view that is shown. */
import { useQuery } from '@tanstack/react-query';
import { useTexts } from '../../../texts/office/applications.ts';
import { TbBookmark } from '../../frame/icons.tsx';
import { lazyPart } from '../../frame/lazy-part.tsx';
import type { ListLocation } from '../list/list-state.ts';
import { ListTool } from '../list/list-tool.tsx';
import { useListDisplay } from '../use-list-display.ts';
import { isShown, viewsQuery } from './view-queries.ts';

const load = () => import('./views-panel.tsx');
const Panel = lazyPart(load);

export function ViewsButton({ location }: { location: ListLocation }) {
  const { t } = useTexts();
  const { display } = useListDisplay();
  const { data: views = [] } = useQuery({ ...viewsQuery, enabled: false });
  const shown = views.find((view) => isShown(view, location.state, display));
  return (
    <ListTool
      label={shown ? t('views.shown', { name: shown.name }) : t('views.open')}
      icon={<TbBookmark size={18} strokeWidth={1.75} aria-hidden />}
      load={load}
    >
      {(controls) => <Panel location={location} {...controls} />}
    </ListTool>
  );
}
