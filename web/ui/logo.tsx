import { logoMark } from './logo-mark.ts';

/** The mark alone, in the colour and size that its surroundings give it; the name beside it is live text. */
export function Logo() {
  return (
    <svg viewBox={logoMark.viewBox} fill="currentColor" aria-hidden="true" focusable="false">
      <path d={logoMark.path} />
    </svg>
  );
}
