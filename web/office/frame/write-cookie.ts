import { useSettings } from '../../ui/settings.ts';

/** Returns a function that writes a cookie with a choice for this device. */
export function useWriteCookie(): (cookie: string) => void {
  const settings = useSettings();
  return (cookie) => {
    const secure = settings?.publicUrl.startsWith('https:') ? '; Secure' : '';
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
    document.cookie = cookie + secure;
  };
}
