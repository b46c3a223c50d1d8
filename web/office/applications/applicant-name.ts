/** The applicant's name in lists and dialogues; the specification's flag replaces the given name. */
import type { Application } from '../../../contract/answers.ts';
import { useTexts } from '../../texts/office/frame.ts';

type Named = Pick<Application, 'isAdmin' | 'givenN' | 'surname'>;

export function useGivenNameOf(): (application: Named) => string {
  const { t } = useTexts();
  return ({ isAdmin, givenN }) => (isAdmin ? t('role.admin') : givenN);
}

export function useNameOf(): (application: Named) => string {
  const givenNameOf = useGivenNameOf();
  return (application) => `${givenNameOf(application)} ${application.surname}`;
}
