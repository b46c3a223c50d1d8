/** The fields of the application in the sections of the form. */
import type { Application } from '../../../../contract/answers.ts';
import type { FormField } from '../../../../contract/application-form.ts';
import { ApplicationSections } from '../../../application/application-sections.tsx';
import { useFieldText } from '../../../texts/application.ts';
import { ContactLink } from '../../frame/contact-link.tsx';

/** Phone and email are links, so that staff reach the applicant with one tap. */
const schemes: Partial<Record<FormField, 'tel:' | 'mailto:'>> = { phone: 'tel:', email: 'mailto:' };

export function CopySections({ application }: { application: Application }) {
  const fieldText = useFieldText();
  const shown = (field: FormField, stored: string) => {
    const text = fieldText(field, stored);
    const scheme = schemes[field];
    return scheme && stored ? <ContactLink href={`${scheme}${encodeURI(stored)}`}>{text}</ContactLink> : text;
  };
  return <ApplicationSections application={application} heading="h2" shown={shown} />;
}
