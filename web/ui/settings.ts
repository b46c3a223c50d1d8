import { useRouteLoaderData } from 'react-router';
import type { PageSettings } from '../page-context.ts';

/** The settings that every page may show; undefined only if the root could not load. */
export function useSettings(): PageSettings | undefined {
  return useRouteLoaderData('root');
}
