/** A link to a telephone number or an e-mail address, which opens another program and leaves no page. */
import type { ReactNode } from 'react';
import { staysOnPage } from './use-unsaved.ts';

interface ContactLinkProps {
  href: `tel:${string}` | `mailto:${string}`;
  children: ReactNode;
}

export function ContactLink({ href, children }: ContactLinkProps) {
  return (
    <a href={href} onClick={staysOnPage}>
      {children}
    </a>
  );
}
