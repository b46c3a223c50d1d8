import { expect, test } from 'vitest';
import { brandWarning } from '../server/brand-settings.ts';
import { readSettings } from '../server/settings.ts';
import { demoBrand } from './brand.ts';

test('the demo sets every fact that the pages can show about a consultancy, in both languages', () => {
  const settings = readSettings(demoBrand);
  const { brand } = settings;
  expect(brandWarning(settings)).toBeNull();
  for (const text of [brand.contactPerson, brand.contactAddress, brand.contactHours, brand.licenceBody]) {
    expect(text?.en).toMatch(/[A-Za-z]/);
    expect(text?.bn).toMatch(/[\u0980-\u09FF]/);
    expect(text?.bn).not.toMatch(/[A-Za-z0-9]/);
  }
});
