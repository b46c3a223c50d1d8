import { expect, test } from 'vitest';
import { jobTitles } from '../../contract/application-form.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { expectRefusal, onEachEngine, type TestHarness } from '../../test/harness.ts';

async function countOf(harness: TestHarness): Promise<number> {
  const rows = await harness.database.db.selectFrom('application').select('id').execute();
  return rows.length;
}

onEachEngine('applications', (open) => {
  test('an added application comes back with every field as typed and starts as Pending', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const fields = buildFields();
    const result = await staff.call('addApplication', { form: formOf(fields, { image: await buildPhoto() }) });
    expect(result.status).toBe(201);
    const added = dataOf(result);
    expect(added).toMatchObject({
      ...fields,
      isStatus: 'Pending',
      pending: null,
      approve: null,
      isAdmin: false,
      version: 1,
    });
    expect(added._id).toMatch(/^[0-9a-f]{24}$/);
    expect(added.image).toMatch(/^\/api\/files\/[0-9a-f]{24}\.jpg$/);
    expect([added.file1, added.file2, added.file3, added.file4, added.file5, added.file6]).toEqual(Array(6).fill(null));
    const read = dataOf(await staff.call('application', { params: { id: added._id } }));
    expect(read).toEqual({ ...added, history: [], guesses: null, hold: null, assigned: null });
  });

  test('a form that breaks a rule is refused with the message of that rule, and nothing is stored', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const wrong: [string, string, string][] = [
      ['surname', 'Al', 'Surname must be between 3 and 31 characters long.'],
      ['surname', 'x'.repeat(32), 'Surname must be between 3 and 31 characters long.'],
      ['givenN', '  ab  ', 'Given name must be between 3 and 31 characters long.'],
      ['sex', 'Other', 'Please enter a valid sex'],
      ['dob', '1990-02-30', 'Please enter a valid date of birth'],
      ['dob', '2026-03-11', 'Please enter a valid date of birth'],
      ['dob', '05/01/1990', 'Please enter a valid date of birth'],
      ['birthCity', ' ', 'Please enter a valid birth city'],
      ['currentN', '', 'Please enter a valid current nationality'],
      ['identification', '', 'Please enter a valid identification'],
      ['nationalId', '\u200b', 'Please enter a valid national ID'],
      ['company', '', 'Please enter a valid company name'],
      ['dutyDuration', '', 'Please enter a valid duty duration'],
      ['jobTitle', 'Astronaut', 'Please enter a valid job title'],
      ['salary', '', 'Please enter a valid salary'],
      ['salary', 'x'.repeat(501), 'Please enter a valid salary'],
      ['passport', ' - - ', 'Please enter a valid passport'],
      ['issuedCountry', '', 'Please enter a valid issued country'],
      ['phone', '+8801712345678', 'Please enter a valid phone number.'],
      ['phone', '01712 345678', 'Please enter a valid phone number.'],
      ['email', 'not an address', 'Please enter a valid email address.'],
    ];
    for (const [field, value, message] of wrong) {
      const form = formOf(buildFields({ [field]: value }), { image: await buildPhoto() });
      const result = await staff.call('addApplication', { form });
      expect(
        result.ok ? null : [result.status, result.error.message, result.error.errors],
        `${field}=${value}`,
      ).toEqual([400, message, { [field]: message }]);
    }
    expect(await countOf(harness)).toBe(0);
    expect(await harness.database.db.selectFrom('audit').select('id').execute()).toEqual([]);
    expect(await harness.database.db.selectFrom('file').select('id').execute()).toEqual([]);
  });

  test('a missing photo and wrong fields are reported together, with the first of the form as the message', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const none = await staff.call('addApplication', { form: formOf(buildFields()) });
    expect(none.ok ? null : [none.status, none.error.message]).toEqual([400, 'Please choose a photo.']);
    const more = await staff.call('addApplication', { form: formOf(buildFields({ phone: 'abc', surname: 'x' })) });
    expect(more.ok ? null : more.error).toMatchObject({
      message: 'Surname must be between 3 and 31 characters long.',
      errorCodes: { surname: 'surname_length', phone: 'invalid_phone', image: 'photo_required' },
    });
  });

  test('typed text is normalised: Bangla digits, width, space and the case of an e-mail', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff, {
      surname: '  Ｒａｈｍａｎ ',
      phone: '০১৭১২৩৪৫৬৭৮',
      email: 'Rahima@Example.COM',
      dob: '১৯৯০-০১-০৫',
      passport: 'ab ০১২-3456',
      sex: ' Ｍａｌｅ\u200b',
      jobTitle: '\tCaring\u00a0Operator ',
    });
    expect(added).toMatchObject({
      surname: 'Rahman',
      phone: '01712345678',
      email: 'rahima@example.com',
      dob: '1990-01-05',
      passport: 'ab 012-3456',
      sex: 'Male',
      jobTitle: 'Caring Operator',
    });
    const params = { id: added._id };
    const edited = await staff.call('updateApplication', { params, json: { sex: ' Female ', jobTitle: ' Ｃｏｏｋ ' } });
    expect(dataOf(edited)).toMatchObject({ sex: 'Female', jobTitle: 'Cook' });
    for (const value of [null, 1, {}, ['Male'], 'male', '', ' '.repeat(3_000)]) {
      for (const [field, code] of [
        ['sex', 'invalid_sex'],
        ['jobTitle', 'invalid_job_title'],
      ] as const) {
        const refused = await staff.call('updateApplication', { params, json: { [field]: value } });
        expect(refused.ok ? null : refused.error.errorCodes, `${field}: ${String(value)}`).toEqual({ [field]: code });
      }
    }
  });

  test('names are measured in code points, so that Bangla letters and emoji count as people count', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff, { surname: '𝒜𝒷𝒸', givenN: 'আলী' });
    expect([added.surname, added.givenN]).toEqual(['Abc', 'আলী']);
    const long = await staff.call('addApplication', {
      form: formOf(buildFields({ surname: '😀'.repeat(31) }), { image: await buildPhoto() }),
    });
    expect(long.status).toBe(201);
  });

  test('a taken passport or e-mail is refused however it is written', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    await addApplication(staff, { passport: 'EB0123456', email: 'one@example.com' });
    const form = formOf(buildFields({ passport: 'eb-012 ৩৪৫6', email: 'ONE@example.com' }), {
      image: await buildPhoto(),
    });
    const result = await staff.call('addApplication', { form });
    expectRefusal(result, 409, 'passport_exists');
    expect(result.ok ? null : result.error).toMatchObject({
      message: 'User passport already exists. Please try another passport.',
      errors: {
        passport: 'User passport already exists. Please try another passport.',
        email: 'User email already exists. Please try another email.',
      },
    });
    expect(await countOf(harness)).toBe(1);
  });

  test('fifty adds of one passport at once make one record and leave no file of the others', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const photo = await buildPhoto();
    const results = await Promise.all(
      Array.from({ length: 50 }, () =>
        staff.call('addApplication', { form: formOf(buildFields({ passport: 'EB7777777' }), { image: photo }) }),
      ),
    );
    const statuses = results.map((result) => result.status);
    expect(statuses.filter((status) => status === 201)).toHaveLength(1);
    expect(new Set(statuses)).toEqual(new Set([201, 409]));
    expect(await countOf(harness)).toBe(1);
    expect(await harness.database.db.selectFrom('file').select('id').execute()).toHaveLength(1);
  }, 60_000);

  test('fields that no caller may set are dropped: id, status, dates, flags, versions, files, unknown fields', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const forbidden = {
      _id: 'a'.repeat(24),
      isStatus: 'Approved',
      isAdmin: 'true',
      approve: '2026-01-01',
      pending: '2026-01-01',
      version: '9',
      createdAt: '2020-01-01T00:00:00.000Z',
      file1: '/etc/passwd',
      role: 'super-admin',
      __proto__: 'x',
      constructor: 'x',
    };
    const added = await addApplication(staff, forbidden);
    expect(added).toMatchObject({
      isStatus: 'Pending',
      isAdmin: false,
      approve: null,
      pending: null,
      version: 1,
      file1: null,
    });
    expect(added._id).not.toBe(forbidden._id);
    const { version: _, ...rest } = forbidden;
    const edited = dataOf(
      await staff.call('updateApplication', { params: { id: added._id }, form: formOf({ ...rest, salary: 'CAD 20' }) }),
    );
    expect(edited).toEqual({ ...added, salary: 'CAD 20', version: 2, updatedAt: edited.updatedAt });
  });

  test('an edit keeps fields that were not sent and refuses empty ones', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    harness.clock.advance(60);
    const edited = dataOf(
      await staff.call('updateApplication', {
        params: { id: added._id },
        form: formOf({ company: 'Maple Foods Ltd' }),
      }),
    );
    expect(edited).toEqual({ ...added, company: 'Maple Foods Ltd', version: 2, updatedAt: '2026-03-10T06:01:00.000Z' });
    const empty = await staff.call('updateApplication', { params: { id: added._id }, form: formOf({ surname: '' }) });
    expect(empty.ok ? null : [empty.status, empty.error.message]).toEqual([
      400,
      'Surname and Given name must be between 3 and 31 characters long.',
    ]);
    expect(dataOf(await staff.call('application', { params: { id: added._id } })).version).toBe(2);
  });

  test('an edit cannot take the passport or e-mail of another record, but may keep its own', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const other = await addApplication(staff);
    const mine = await addApplication(staff);
    expectRefusal(
      await staff.call('updateApplication', { params: { id: mine._id }, form: formOf({ email: other.email }) }),
      409,
      'email_exists',
    );
    expectRefusal(
      await staff.call('updateApplication', { params: { id: mine._id }, form: formOf({ passport: other.passport }) }),
      409,
      'passport_exists',
    );
    const own = await staff.call('updateApplication', {
      params: { id: mine._id },
      form: formOf({ email: mine.email, passport: mine.passport }),
    });
    expect(dataOf(own).version).toBe(1);
  });

  test('Welder can be chosen on adding and kept on an edit, but not chosen again', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    expect(jobTitles).toHaveLength(15);
    const welder = await addApplication(staff, { jobTitle: 'Welder' });
    const kept = await staff.call('updateApplication', {
      params: { id: welder._id },
      form: formOf({ jobTitle: 'Welder', salary: 'CAD 31' }),
    });
    expect(dataOf(kept)).toMatchObject({ jobTitle: 'Welder', salary: 'CAD 31' });
    const cook = await addApplication(staff, { jobTitle: 'Cook' });
    expectRefusal(
      await staff.call('updateApplication', { params: { id: cook._id }, form: formOf({ jobTitle: 'Welder' }) }),
      400,
      'invalid_job_title',
    );
  });

  test('an edit of a stale version is refused, returns the present record, and overwrites nothing', async () => {
    const harness = await open();
    const [one, two] = [await harness.signIn('admin'), await harness.signIn('admin')];
    const added = await addApplication(one);
    const first = dataOf(
      await one.call('updateApplication', {
        params: { id: added._id },
        form: formOf({ salary: 'CAD 25', version: '1' }),
      }),
    );
    const second = await two.call('updateApplication', {
      params: { id: added._id },
      form: formOf({ salary: 'CAD 99', version: '1' }),
    });
    expectRefusal(second, 409, 'version_conflict');
    expect(second.ok ? null : second.error.current).toEqual(first);
    expect(dataOf(await one.call('application', { params: { id: added._id } })).salary).toBe('CAD 25');
  });

  test('thirty concurrent edits without a version are all stored, one after the other', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        staff.call('updateApplication', { params, form: formOf({ salary: `CAD ${at}` }) }),
      ),
    );
    expect(results.map((result) => result.status)).toEqual(Array(30).fill(200));
    expect(dataOf(await staff.call('application', { params })).version).toBe(31);
  });

  test('a deleted record leaves every list at once, can be restored for 30 days, and not after', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    const params = { id: added._id };
    expect((await staff.call('deleteApplication', { params })).status).toBe(200);
    expectRefusal(await staff.call('application', { params }), 404, 'not_found');
    expectRefusal(await staff.call('updateApplication', { params, form: formOf({ salary: 'x' }) }), 404, 'not_found');
    expectRefusal(await staff.call('approve', { params }), 404, 'not_found');
    expectRefusal(await staff.call('deleteApplication', { params }), 404, 'not_found');
    expect(dataOf(await staff.call('applications')).totalApplication).toBe(0);
    expect(dataOf(await staff.call('applications', { query: { search: added.passport } })).applications).toEqual([]);
    expect(
      dataOf(await staff.call('applications', { query: { deleted: '1' } })).applications.map((one) => one._id),
    ).toEqual([added._id]);
    expect((await staff.request(added.image ?? '')).status).toBe(404);

    harness.clock.advance(29 * 86_400);
    const next = await harness.signIn('admin');
    expect(dataOf(await next.call('restoreApplication', { params }))._id).toBe(added._id);
    const photo = await next.request(added.image ?? '');
    expect([photo.status, (await photo.arrayBuffer()).byteLength > 0]).toEqual([200, true]);
    expect(dataOf(await next.call('applications', { query: { search: added.passport } })).totalApplication).toBe(1);
    expectRefusal(await next.call('restoreApplication', { params }), 404, 'not_found');

    await next.call('deleteApplication', { params });
    harness.clock.advance(31 * 86_400);
    const later = await harness.signIn('admin');
    expectRefusal(await later.call('restoreApplication', { params }), 404, 'not_found');
  });

  test('a restore is refused while its passport or e-mail is taken', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const added = await addApplication(staff);
    await staff.call('deleteApplication', { params: { id: added._id } });
    const again = await addApplication(staff, { passport: added.passport });
    expectRefusal(await staff.call('restoreApplication', { params: { id: added._id } }), 409, 'passport_exists');
    await staff.call('deleteApplication', { params: { id: again._id } });
    expect((await staff.call('restoreApplication', { params: { id: added._id } })).status).toBe(200);
  });

  test('every change leaves one audit row with its author and fields, and a refused one leaves none', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const owner = await harness.signIn('super-admin');
    const added = await addApplication(staff, { givenN: 'Rahima' });
    const params = { id: added._id };
    await staff.call('updateApplication', {
      params,
      form: formOf({ givenN: 'Salma', passport: 'ZZ7654321', company: added.company }),
    });
    await staff.call('updateApplication', { params, form: formOf({ salary: '' }) });
    await staff.call('approve', { params });
    await staff.call('deleteApplication', { params });
    await staff.call('restoreApplication', { params });
    const { entries } = dataOf(await owner.call('audit', { query: { record: added._id } }));
    expect(entries.map((entry) => [entry.action, entry.actor?._id])).toEqual(
      ['restored', 'deleted', 'decided', 'changed', 'added'].map((action) => [
        `application.${action}`,
        staff.accountId,
      ]),
    );
    expect(entries[3]?.fields).toEqual(['givenN', 'passport']);
  });

  test('markup in any text is stored and returned as plain text', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    const markup = '<img src=x onerror=alert(1)>';
    const added = await addApplication(staff, {
      company: markup,
      identification: `"'>${markup}`,
      birthCity: '{{7*7}}',
    });
    expect(added).toMatchObject({ company: markup, identification: `"'>${markup}`, birthCity: '{{7*7}}' });
  });

  test('an unknown id is a 404 and a malformed one a 400, in every call that takes one', async () => {
    const harness = await open();
    const staff = await harness.signIn('admin');
    for (const name of [
      'application',
      'updateApplication',
      'updateAttachments',
      'setPending',
      'approve',
      'reject',
      'deleteApplication',
      'restoreApplication',
    ] as const) {
      const form = name.startsWith('update') ? { form: formOf({ salary: 'x' }) } : {};
      expectRefusal(await staff.call(name, { params: { id: 'f'.repeat(24) }, ...form }), 404, 'not_found');
      for (const id of ['1', 'F'.repeat(24), `${'a'.repeat(23)}g`, 'a'.repeat(25)]) {
        const result = await staff.call(name, { params: { id }, ...form });
        expect(result.ok ? null : [result.status, result.error.message], `${name} ${id}`).toEqual([
          400,
          'Invalid ID format.',
        ]);
      }
    }
  });
});
