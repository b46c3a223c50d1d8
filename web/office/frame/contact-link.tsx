/** A link to a telephone number or an e-mail address, which opens another program and leaves no page. */
import type { ReactNode } from 'react';

interface ContactLinkProps {
  href: `tel:${string}` | `mailto:${string}`;
  children: ReactNode;
}

export function ContactLink({ href, children }: ContactLinkProps) {
  return (
    <a href={href} onClick={ignoreLeaving}>
      {children}
    </a>
  );
}

/** How long a browser may take from the click to the event. */
const ignoredMs = 200;

/** A browser announces that the page is left even then, and would ask about unsaved text. */
function ignoreLeaving(): void {
  const ignore = (event: Event) => event.stopImmediatePropagation();
  // Before the listeners that ask.
  window.addEventListener('beforeunload', ignore, true);
  setTimeout(() => window.removeEventListener('beforeunload', ignore, true), ignoredMs);
}
