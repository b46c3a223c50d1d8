/** The files that the viewer can show, in this order: the photo and the six documents. */
import type { Application } from '../../../../contract/answers.ts';
import { type Slot, slotNames, slots } from '../../../../contract/application-form.ts';
import { useTexts } from '../../../texts/office/copy.ts';

export type FileField = 'image' | Slot;
export const fileFields: readonly FileField[] = ['image', ...slotNames];

export const filledFileFields = (application: Application) => fileFields.filter((field) => application[field] !== null);

export function useFileLabel(): (field: FileField) => string {
  const { t, language } = useTexts();
  return (field) => (field === 'image' ? t('viewer.photo') : slots[field].label[language]);
}
