/** What can be looked at in the viewer: the photo and the six documents, in this order. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { useTexts } from '../../../texts/office/copy.ts';

export type Paper = 'image' | Slot;
export const papers: readonly Paper[] = ['image', ...slotNames];

export const presentPapers = (application: Application) => papers.filter((paper) => application[paper] !== null);

export function usePaperName(): (paper: Paper) => string {
  const { t, language } = useTexts();
  return (paper) => (paper === 'image' ? t('viewer.photo') : slots[paper].label[language]);
}
