import { expect, it } from 'vitest';
import { errorCode } from '../../contract/answer-parts.ts';
import { type Endpoint, type EndpointName, endpoints } from '../../contract/endpoints.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { limits } from '../../contract/limits.ts';
import { isAllowed, roles } from '../../contract/roles.ts';
import { newTestPasskey, type PasskeyOptions } from '../../test/authenticator.ts';
import { addApplication, buildFields, buildPhoto, formOf } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { appCode } from '../../test/factors.ts';
import { type Caller, expectRefusal, onOneEngine, origin } from '../../test/harness.ts';
import { fileOf, headingsInEnglish, rowOf, uploadOf } from '../../test/import-files.ts';
import { runImportJob } from '../../test/import-runs.ts';
import { expectDescribed } from '../../test/openapi-check.ts';
import { routesOf } from '../../test/routes.ts';
import { testSecretKey } from '../../test/secret-key.ts';
import { jpeg, slideForm } from '../../test/slides.ts';
import { readSettings } from '../settings.ts';
import { answerNotes } from './answer-notes.ts';
import { openApiDocument } from './document.ts';
import type { OpenApiDocument, Operation, Schema } from './openapi.ts';

const document = openApiDocument(readSettings({}));
const operations = Object.entries(document.paths).flatMap(([path, here]) =>
  Object.entries(here).map(([method, operation]): [string, Operation] => [
    `${method.toUpperCase()} ${path}`,
    operation,
  ]),
);
const unknown = '0123456789abcdef01234567';

onOneEngine('the description of the API', (open) => {
  it('is served to everybody', async () => {
    const harness = await open();
    const answer = await harness.visitor().request(endpoints.openapi.path);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual(openApiDocument(harness.settings));
  });

  it('has every mounted route, and no other', async () => {
    const { app } = await open();
    const forCrawlers = ['GET /robots.txt', 'GET /sitemap.xml'];
    const mounted = (await routesOf(app)).filter((call) => !forCrawlers.includes(call));
    expect(operations.map(([call]) => call).sort()).toEqual(mounted.sort());
  });

  it('describes the success and the refusal of every call', async () => {
    const harness = await open();
    const good = new Set<EndpointName>();
    const refused = new Set<EndpointName>();
    // Every answer is checked against the description by `harness.ts`; here they are only counted.
    const counting = <C extends Caller>(caller: C): C => ({
      ...caller,
      async call(name, input) {
        const result = await caller.call(name, input);
        (result.ok ? good : refused).add(name);
        return result;
      },
    });
    const owner = counting(await harness.signIn('super-admin'));
    const admin = counting(await harness.signIn('admin'));
    const visitor = counting(harness.visitor());
    const later = 'by rickshaw to Sylhet';
    const json = { name: 'Rupa Akter', email: 'rupa@maplegate.example', password: 'a long walk to Srimangal' };
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      await visitor.call(name, { params: { id: unknown, sessionId: unknown, name: `${unknown}.jpg` } });
    }
    const user = dataOf(await owner.call('addUser', { json }));
    await owner.call('updateUser', { params: { id: user._id }, json: { name: 'Rupa' } });
    expect((await visitor.call('login', { json })).ok).toBe(true);
    await visitor.call('confirm', { json: {} });
    expect((await visitor.call('confirm', { json })).status).toBe(204);
    const app = dataOf(await visitor.call('startTotp'));
    await visitor.call('enableTotp', { json: { code: appCode(harness, app.secret) } });
    await visitor.call('newRecoveryCodes');
    await visitor.call('factors');
    const passkey = newTestPasskey();
    const credential = passkey.create(dataOf(await visitor.call('passkeyOptions')) as PasskeyOptions);
    const { _id } = dataOf(await visitor.call('addPasskey', { json: { name: 'Laptop', credential } }));
    await visitor.call('confirmOptions');
    const options = dataOf(await visitor.call('passkeyLoginOptions')) as PasskeyOptions;
    expect((await visitor.call('passkeyLogin', { json: { credential: passkey.answer(options) } })).ok).toBe(true);
    await visitor.call('removePasskey', { params: { id: _id } });
    await visitor.call('removeTotp');
    await visitor.call('changePassword', {
      json: { current: json.password, password: later, confirmPassword: later },
    });
    const [session] = dataOf(await visitor.call('sessions'));
    await visitor.call('endSession', { params: { id: session?._id ?? '' } });
    await owner.call('users');
    await owner.call('takenValues', { json: { passport: 'EB1234567', email: 'x@example.org' } });
    await owner.call('setRights', { params: { id: user._id }, json: { rights: ['deleting'] } });
    await owner.call('suspendUser', { params: { id: user._id } });
    await owner.call('resumeUser', { params: { id: user._id } });
    const { token: sessionId } = dataOf(await visitor.call('login', { json: { ...json, password: later } }));
    await owner.call('userSessions', { params: { id: user._id } });
    await owner.call('endUserSession', { params: { id: user._id, sessionId } });
    await owner.call('endUserSessions', { params: { id: user._id } });
    await owner.call('deleteUser', { params: { id: user._id } });
    await owner.call('audit', { query: { user: owner.accountId } });
    await owner.call('searchAudit', { json: { search: 'Rupa', from: '2026-03-01' } });
    await owner.call('auditPeople');
    await owner.call('auditTree');
    for (const [name, json] of [
      ['exportAudit', { format: 'csv' }],
      ['exportApplications', { form: 'xlsx' }],
    ] as const) {
      const body = JSON.stringify(json);
      const headers = { 'content-type': 'application/json' };
      if ((await owner.request(endpoints[name].path, { method: 'POST', body, headers })).ok) good.add(name);
    }
    const profile = { ...json, email: owner.email, confirmPassword: json.password };
    await owner.call('profile', { json: profile });

    await admin.call('me');
    await admin.call('draftKey');
    await admin.call('sessions');
    await admin.call('users');
    const fields = buildFields();
    const form = formOf(fields, { image: await buildPhoto() });
    const added = dataOf(await admin.call('addApplication', { form }));
    const params = { id: added._id };
    const photo = { image: await buildPhoto(30) };
    expectRefusal(await admin.call('addApplication', { form: formOf(fields, photo) }), 409, 'passport_exists');
    await admin.call('updateApplication', { params, form: formOf({ salary: 'CAD 20', version: '1' }, photo) });
    expectRefusal(
      await admin.call('updateApplication', { params, json: { version: 1, phone: '1' } }),
      409,
      'version_conflict',
    );
    await admin.call('updateAttachments', { params, form: formOf({ remove: 'file2' }, { file1: await buildPhoto() }) });
    await admin.call('approve', { params, json: { date: '2026-03-10', note: 'Seen.' } });
    await admin.call('setPending', { params });
    await admin.call('reject', { params });
    await admin.call('approveSeveral', { json: { applications: [{ _id: params.id, version: 1 }] } });
    await owner.call('withdrawDecision', { params, json: { reason: 'Meant for another' } });
    await admin.call('application', { params });
    await admin.call('applications', { query: { status: 'Pending', sort: 'passport' } });
    await admin.call('searchApplications', { json: { search: '1', page: 1 } });
    await admin.call('applicationSummary');
    const { passport: search = '', currentN: search1 = '', dob: search2 = '' } = fields;
    await admin.call('enquiry', { json: { search, search1, search2 } });
    await admin.call('enquiryByQuery', { query: { search, search1, search2 } });
    expect(dataOf(await admin.call('granted')).applications).toHaveLength(1);
    await admin.call('extendGrant');
    await admin.call('extendGrant');
    await admin.call('endGrant');
    const image = dataOf(await admin.call('application', { params })).image ?? '';
    if ((await (await admin.request(image)).arrayBuffer()).byteLength) good.add('file');
    await admin.call('deleteApplication', { params });
    await admin.call('restoreApplication', { params });
    const [former] = dataOf(await admin.call('versions', { params }));
    await admin.call('bringBack', { params, json: { version: former?.version, fields: ['salary'] } });
    await admin.call('unblock', { params });
    const file = Buffer.from(`surname,givenN\nRahman,Rahima\n`);
    const { _id: runId } = dataOf(await admin.call('addImport', { form: uploadOf(file, 'two-columns.csv') }));
    const run = { params: { id: runId } };
    expectRefusal(
      await admin.call('checkImport', { ...run, json: { columns: ['surname', 'givenN'] } }),
      400,
      'import_fields_missing',
    );
    expectRefusal(await admin.call('startImport', run), 409, 'import_state');
    await admin.call('imports');
    await admin.call('importRun', run);
    await admin.call('deleteImport', run);
    const whole = uploadOf(await fileOf('csv', [headingsInEnglish, rowOf(1)]), 'whole.csv');
    const { _id: wholeId, columns } = dataOf(await admin.call('addImport', { form: whole }));
    const importing = { params: { id: wholeId } };
    await admin.call('checkImport', { ...importing, json: { columns } });
    await runImportJob(harness);
    await admin.call('startImport', importing);
    await admin.call('undoImport', importing);
    await runImportJob(harness);
    const reportPath = endpoints.importReport.path.replace('{id}', wholeId);
    const report = { method: 'POST', body: '{"form":"csv"}', headers: { 'content-type': 'application/json' } };
    if ((await admin.request(reportPath, report)).ok) good.add('importReport');
    await admin.call('colleagues');
    await admin.call('assign', { json: { assignee: 'me', ids: [added._id] } });
    await owner.call('assign', { json: { assignee: 'nobody', ids: [added._id] } });
    await admin.call('addNote', { params, json: { text: 'Called' } });
    await admin.call('notes', { params });
    await owner.call('holdApplication', { params, json: { hold: false, reason: 'Not needed' } });
    await owner.call('erasure', { params });
    await owner.call('eraseApplication', { params, json: { reason: 'Asked for' } });

    const view = dataOf(await admin.call('addView', { json: { name: 'Late', late: '1', columns: ['passport'] } }));
    await admin.call('views');
    await admin.call('updateView', {
      params: { id: view._id },
      json: { name: 'Too late', query: { late: '1', sort: 'givenN' }, columns: ['passport', 'status'] },
    });
    await admin.call('deleteView', { params: { id: view._id } });
    const slide = dataOf(await admin.call('addSlide', { form: slideForm({ thumbnail: 'Work in Canada' }, jpeg) }));
    await admin.call('updateSlide', { params: { id: slide._id }, json: { link: '/enquiry', published: false } });
    await admin.call('updateSlide', { params: { id: slide._id }, form: slideForm({ titleBn: 'কাজ' }, jpeg) });
    await admin.call('slides');
    await admin.call('deleteSlide', { params: { id: slide._id } });
    await admin.call('login', { json: {} });
    await owner.call('system');
    await admin.call('system');
    await visitor.request('/healthz');
    await visitor.request('/readyz');

    const names = Object.keys(endpoints) as EndpointName[];
    expect(names.filter((name) => !good.has(name))).toEqual([]);
    const neverRefused = ['logout', 'passkeyLoginOptions', 'setup', 'granted', 'endGrant', 'slides', 'openapi'];
    expect(names.filter((name) => !refused.has(name))).toEqual(neverRefused);
  });

  it('would not let an answer pass that it does not describe', async () => {
    const harness = await open();
    const admin = await harness.signIn('admin');
    const { _id } = await addApplication(admin);
    const path = `/api/application/${_id}`;
    const body = await (await admin.request(path)).json();
    const check = (body: unknown, status = 200) => expectDescribed(path, {}, Response.json(body, { status }));
    await check(body);
    const { salary: _, ...without } = body;
    await expect(check(without)).rejects.toThrow('salary');
    await expect(check({ ...body, passportKey: 'X' })).rejects.toThrow('passportKey');
    await expect(check({ ...body, isStatus: 'Lost' })).rejects.toThrow('isStatus');
    await expect(check({ ...body, dob: '5 January 1990' })).rejects.toThrow('dob');
    await expect(check({ ...body, history: [{ ...body.history[0], by: 1 }] })).rejects.toThrow('history/0');
    await expect(check(body, 202)).rejects.toThrow('202');
    const refusal = { message: 'Resource not found', code: 'not_found', requestId: unknown };
    await check(refusal, 404);
    await expect(check({ ...refusal, code: 'user_exists' }, 404)).rejects.toThrow('code');
    await expect(check({ ...refusal, stack: '…' }, 404)).rejects.toThrow('stack');
  });

  it('is revalidated each time and sent only when it has changed, compressed for callers that accept it', async () => {
    const harness = await open();
    const { path } = endpoints.openapi;
    const tags = new Set<string>();
    for (const encoding of ['identity', 'gzip', 'br']) {
      const headers = { 'accept-encoding': encoding };
      const answer = await harness.visitor().request(path, { headers });
      expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
      expect(answer.headers.get('vary')).toContain('accept-encoding');
      expect(answer.headers.get('x-robots-tag')).toBe('noindex');
      const etag = answer.headers.get('etag') ?? '';
      tags.add(etag);
      const again = await harness.visitor().request(path, { headers: { ...headers, 'if-none-match': etag } });
      expect([again.status, (await again.arrayBuffer()).byteLength, again.headers.get('etag')]).toEqual([304, 0, etag]);
      const head = await harness.visitor().request(path, { method: 'HEAD', headers });
      expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, '']);
    }
    expect(tags.size).toBe(3);
  });
});

it('names the address, the brand and the cookies of this installation, and PDFs where they are taken', () => {
  const other = openApiDocument(
    readSettings({
      PUBLIC_URL: 'https://visa.example',
      BRAND_NAME: 'Padma',
      ATTACHMENTS_ALLOW_PDF: '1',
      SECRET_KEY: testSecretKey,
    }),
  );
  expect(other.info.title).toBe('Padma API');
  expect(other.servers).toEqual([{ url: 'https://visa.example' }]);
  expect(other.components.securitySchemes.session?.name).toBe('__Host-session');
  const typesIn = ({ paths }: OpenApiDocument, path: string, field: string) =>
    paths[path]?.put?.requestBody?.content['multipart/form-data']?.encoding?.[field]?.contentType;
  const [attach, edit] = [endpoints.updateAttachments.path, endpoints.updateApplication.path];
  expect(typesIn(other, attach, 'file1')).toBe('image/jpeg, image/png, application/pdf');
  expect(typesIn(other, edit, 'image')).toBe('image/jpeg, image/png');
  expect(typesIn(document, attach, 'file1')).toBe('image/jpeg, image/png');
});

it('says who may use a call as the table of endpoints does', () => {
  for (const { method, path, permission, right } of Object.values<Endpoint>(endpoints)) {
    const operation = document.paths[path]?.[method.toLowerCase()];
    const named = (operation?.security ?? []).flatMap(({ session = [] }) => session);
    expect(operation?.['x-permission']).toBe(permission);
    expect(operation?.['x-right']).toBe(right);
    if (!isAllowed(permission, null)) {
      const allowed = roles.filter((role) => isAllowed(permission, role));
      expect(named, path).toEqual(allowed);
      expect(Object.keys(operation?.responses ?? {}), path).toContain('401');
    }
  }
});

it('says how many a list without pages holds', () => {
  const lists = { notes: limits.notesListedMax, imports: limits.importsListedMax };
  for (const [name, max] of Object.entries(lists)) {
    const { path } = endpoints[name as keyof typeof lists];
    expect(document.paths[path]?.get?.description, name).toContain(`The newest ${max} `);
  }
});

it('knows every error of the contract by the call that answers with it', () => {
  const described = new Set<unknown>();
  for (const [, { responses }] of operations) {
    for (const { content } of Object.values(responses)) {
      const [, special] = content?.['application/json']?.schema?.allOf ?? [];
      const fields = Object.values(special?.properties?.errorCodes?.properties ?? {});
      for (const code of [special?.properties?.code, ...fields].flatMap((one) => one?.enum ?? [])) described.add(code);
    }
  }
  // Errors of a cell or a row of a file are part of an answer and refuse no call.
  const ofRows = errorCode.options.filter((code) => /^(cell|date|file_(passport|email))_/.test(code));
  // No call answers with these: they concern rows, pages, other methods on a path, and unknown expectations.
  const ofNone: ErrorCode[] = [
    ...ofRows,
    'import_changed_since',
    'import_not_reached',
    'import_gone',
    'enquiry_unknown_country',
    'method_not_allowed',
    'expectation_failed',
  ];
  const missing = errorCode.options.filter((code) => !described.has(code));
  expect(missing.sort()).toEqual(ofNone.sort());
});

it('has words for every field of an answer, and none for a field that no answer has', () => {
  const fieldsOf = ({ properties = {}, items, anyOf = [], additionalProperties }: Schema): [string, Schema][] => {
    const values = typeof additionalProperties === 'object' ? [additionalProperties] : [];
    return [
      ...Object.entries(properties).flatMap(([name, field]): [string, Schema][] => [
        [name, field],
        ...fieldsOf(field).map(([path, inner]): [string, Schema] => [`${name}.${path}`, inner]),
      ]),
      ...[...(items ? [items] : []), ...anyOf, ...values].flatMap(fieldsOf),
    ];
  };
  for (const [name, notes] of Object.entries(answerNotes)) {
    const fields = fieldsOf(document.components.schemas[name] ?? {});
    for (const [path, { description }] of fields) expect(description, `${name}.${path}`).toBeTruthy();
    expect(Object.keys(notes).sort(), name).toEqual([...new Set(fields.map(([path]) => path))].sort());
  }
});

it('explains every call, parameter and field in words, and every reference in it resolves', () => {
  const tags = document.tags.map(({ name }) => name);
  const ids = operations.map(([, { operationId }]) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const references = Object.keys(document.components.schemas).map((name) => `#/components/schemas/${name}`);
  const walk = (schema: Schema, at: string) => {
    if (schema.$ref) expect(references, at).toContain(schema.$ref);
    for (const [name, inner] of Object.entries(schema.properties ?? {})) {
      const isExplained =
        inner.description ?? inner.$ref ?? inner.items ?? inner.enum ?? inner.const ?? inner.properties;
      expect(isExplained, `${at}.${name}`).toBeTruthy();
      walk(inner, `${at}.${name}`);
    }
    for (const inner of [schema.items, ...(schema.allOf ?? []), ...(schema.anyOf ?? [])]) if (inner) walk(inner, at);
  };
  for (const [call, operation] of operations) {
    expect(operation.summary, call).toBeTruthy();
    expect(tags, call).toContain(operation.tags[0]);
    for (const { name, description } of operation.parameters ?? []) expect(description, `${call} ${name}`).toBeTruthy();
    for (const { content } of [operation.requestBody, ...Object.values(operation.responses)].filter((one) => !!one)) {
      for (const { schema } of Object.values(content ?? {})) if (schema) walk(schema, call);
    }
  }
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
  expect(document.servers[0]?.url).toBe(origin);
});
