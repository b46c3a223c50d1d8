import { timeInWords } from '../../texts/dates.ts';
import { useLanguage } from '../../texts/texts.tsx';

/** Returns a function that formats a moment as its date and time. */
export function useDateTime(): (at: string) => string {
  const language = useLanguage();
  return (at) => timeInWords(at, language, { dateStyle: 'medium', timeStyle: 'short' });
}
