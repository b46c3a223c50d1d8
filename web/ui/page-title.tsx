import { useUiTexts } from '../texts/ui.ts';
import { useSettings } from './settings.ts';

/** The title of the browser's tab: the page, then the name of the consultancy. It never has anything personal. */
export function PageTitle({ text, isError = false }: { text: string; isError?: boolean }) {
  const { t } = useUiTexts();
  const brand = useSettings()?.brand;
  const title = isError ? t('form.errorTitle', { title: text }) : text;
  return <title>{brand ? `${title} – ${brand.name}` : title}</title>;
}
