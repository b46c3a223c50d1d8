import { logoMark } from './logo-mark.ts';

/** The mark, in the colour and size of its surroundings. The name beside it is text. */
export function Logo() {
  return (
    <svg viewBox={logoMark.viewBox} fill="currentColor" aria-hidden="true" focusable="false">
      <path d={logoMark.path} />
    </svg>
  );
}
