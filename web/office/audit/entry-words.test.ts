import { describe, expect, test } from 'vitest';

import { formFields, slotNames } from '../../../contract/application-form.ts';
import { auditActionNames, formerFile } from '../../../contract/audit.ts';
import { rights } from '../../../contract/rights.ts';
import { slideFields } from '../../../server/slides/slides.ts';
import bn from '../../texts/office/audit.bn.json' with { type: 'json' };
import en from '../../texts/office/audit.en.json' with { type: 'json' };
import usersBn from '../../texts/office/users.bn.json' with { type: 'json' };
import usersEn from '../../texts/office/users.en.json' with { type: 'json' };

/** The names that a catalogue has, with dots between their parts. */
function pathsOf(catalogue: object): string[] {
  return Object.entries(catalogue).flatMap(([name, value]) =>
    typeof value === 'string' ? [name] : pathsOf(value).map((path) => `${name}.${path}`),
  );
}

describe.each(Object.entries({ en, bn }))('in %s, the audit log has words', (_, texts) => {
  test('for every action that the server records, and for no other', () => {
    expect(pathsOf(texts.action).sort()).toEqual(auditActionNames.toSorted());
  });

  test('for every field that can change', () => {
    const application = [...Object.keys(texts.field.application), ...Object.keys(formFields)];
    const inApplication = [
      ...Object.keys(formFields),
      'image',
      'isStatus',
      'pending',
      'approve',
      'note',
      'reason',
      formerFile,
    ];
    expect(application.sort()).toEqual(inApplication.sort());
    expect(slotNames).toHaveLength(6);
    expect(Object.keys(texts.field.slide).sort()).toEqual(Object.keys(slideFields).sort());
    const inUser = ['email', 'name', 'passkeys', 'password', 'recoveryCodes', 'totp', ...rights];
    expect(Object.keys(texts.field.user).sort()).toEqual(inUser.sort());
  });
});

test.each([
  [en, usersEn],
  [bn, usersBn],
])('the right to download has one name in the audit log and where it is given', (audit, users) => {
  const [word = ''] = users.rights.exporting.split(' ');
  expect(audit.field.user.exporting.startsWith(word)).toBe(true);
});
