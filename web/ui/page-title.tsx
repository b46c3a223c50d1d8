import { useRouteLoaderData } from 'react-router';
import type { Brand } from '../../contract/brand.ts';

/** What every page shows of the consultancy; undefined only where even the root could not load. */
export function useSettings(): { publicUrl: string; brand: Brand } | undefined {
  return useRouteLoaderData('root');
}

/** The title of the browser's tab: the page, then the name of the consultancy. Never anything personal. */
export function PageTitle({ text }: { text: string }) {
  const brand = useSettings()?.brand;
  return <title>{brand ? `${text} – ${brand.name}` : text}</title>;
}
