import { useRouteLoaderData } from 'react-router';
import type { PageSettings } from '../page.ts';
import { useUiTexts } from '../texts/ui.ts';

/** The settings that every page may show; undefined only if the root could not load. */
export function useSettings(): PageSettings | undefined {
  return useRouteLoaderData('root');
}

/** The title of the browser's tab: the page, then the name of the consultancy. It never has anything personal. */
export function PageTitle({ text, isError = false }: { text: string; isError?: boolean }) {
  const { t } = useUiTexts();
  const brand = useSettings()?.brand;
  const title = isError ? t('form.errorTitle', { title: text }) : text;
  return <title>{brand ? `${title} – ${brand.name}` : title}</title>;
}
