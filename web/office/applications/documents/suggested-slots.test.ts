import { expect, test } from 'vitest';
import { slotNames } from '../../../../contract/application-form.ts';
import { slotSuggestedBy, suggestSlots } from './suggested-slots.ts';

test('the name of a file suggests its slot, in either language and however it is spelled', () => {
  const names = {
    file1: [
      'job letter.jpg',
      'Job_Letter-2.JPG',
      'JobLetter.png',
      'offer letter signed.pdf',
      'চাকরির চিঠি.jpg',
      'নিয়োগপত্র.jpg',
    ],
    file2: ['LMIA.pdf', 'lmia(1).jpg', 'এলএমআইএ.jpg'],
    file3: ['visa.jpg', 'Visa-Rahim.png', 'ভিসা.jpg'],
    file4: ['visa form.jpg', 'VisaForm.pdf', 'application-form.jpg', 'ভিসা ফরম.jpg', 'ফর্ম.png'],
    file5: ['work permit.jpg', 'WorkPermit_2026.jpg', 'ওয়ার্ক পারমিট.jpg'],
    file6: ['air ticket.jpg', 'e-ticket.pdf', 'Flight itinerary.png', 'বিমানের টিকিট.jpg'],
  };
  for (const slot of slotNames)
    for (const name of names[slot]) expect([name, slotSuggestedBy(name)]).toEqual([name, slot]);
  for (const name of ['IMG_2031.jpg', 'scan.png', '১.jpg', '']) expect(slotSuggestedBy(name)).toBeNull();
});

test('files whose names suggest no slot fill the empty slots in order, leaving out the suggested ones', () => {
  expect(suggestSlots(['a.jpg', 'visa.jpg', 'b.jpg'], slotNames)).toEqual(['file1', 'file3', 'file2']);
  expect(suggestSlots(['a.jpg', 'b.jpg'], ['file6'])).toEqual(['file6', null]);
});

test('of two files whose names suggest one slot, the second has none until somebody chooses it', () => {
  expect(suggestSlots(['visa.jpg', 'visa 2.jpg', 'a.jpg'], slotNames)).toEqual(['file3', null, 'file1']);
});
