import { expect, it, vi } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { rights } from '../../contract/rights.ts';
import { addApplication } from '../../test/build.ts';
import { dataOf } from '../../test/data-of.ts';
import { type Caller, onOneEngine } from '../../test/harness.ts';
import { withoutTrace } from '../../test/state-snapshot.ts';

const id = 'a'.repeat(24);
const json = { 'content-type': 'application/json' };

/** Every call that reads JSON, with the fields that it takes. */
const readers: [method: string, path: string, fields: string[]][] = [
  ['POST', '/api/users/login', ['email', 'password']],
  ['POST', '/api/users/password', ['current', 'password', 'confirmPassword']],
  ['POST', '/api/users/profile', ['name', 'email', 'password', 'confirmPassword']],
  ['POST', '/api/users/add_user', ['name', 'email', 'password']],
  ['PUT', `/api/users/update_user/${id}`, ['name', 'email', 'password']],
  ['PUT', `/api/application/updateApplicationPending/${id}`, ['date', 'collectDate', 'note', 'version']],
  ['PUT', `/api/application/updateApplicationApprove/${id}`, ['date', 'collectDate', 'note', 'version']],
  ['PUT', `/api/application/updateApplicationReject/${id}`, ['date', 'collectDate', 'note', 'version']],
  ['POST', '/api/application/fetchApplication', ['search', 'find']],
  ['POST', '/api/application/fetchApplicationEnquiry', ['search', 'search1', 'search2', 'limit']],
];

const send = (caller: Caller, method: string, path: string, body: string | Uint8Array, headers: object = json) =>
  caller.request(path, { method, body: body as string, headers: { ...headers } });

onOneEngine('a JSON body', (open) => {
  it('that is not an object is a 400', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const bodies = [
      'null',
      '1',
      '"text"',
      '[]',
      '[{"email":"a"}]',
      'true',
      '{',
      '{"a":1,}',
      "{'a':1}",
      '{"a":1}{"b":2}',
      'NaN',
      '\u0000',
      'undefined',
      '<a/>',
    ];
    await withoutTrace(harness, async () => {
      for (const [method, path] of readers) {
        for (const body of bodies) {
          const answer = await send(owner, method, path, body);
          expect([answer.status, (await answer.json()).code], `${path} ${body}`).toEqual([400, 'bad_request']);
        }
      }
    });
  });

  it('under another content type is a 400', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      for (const [method, path] of readers) {
        for (const type of [
          'text/plain',
          'application/x-www-form-urlencoded',
          'application/jsonx',
          'multipart/form-data; boundary=x',
          '',
        ]) {
          const answer = await send(owner, method, path, '{"name":"A"}', { 'content-type': type });
          expect(answer.status, `${path} ${type}`).toBe(400);
        }
      }
    });
  });

  it('with a value of a wrong type is a 400 that names the field', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      for (const [method, path, fields] of readers) {
        for (const field of fields) {
          for (const value of [['a'], { a: 1 }, [], {}]) {
            const answer = await send(owner, method, path, JSON.stringify({ [field]: value }));
            const body = await answer.json();
            expect(answer.status, `${path} ${field}`).toBe(400);
            expect(Object.keys(body.errorCodes ?? {}), `${path} ${field}`).toContain(field);
          }
        }
      }
    });
  });

  it('with a repeated key is a 400, however the key is spelled', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    await withoutTrace(harness, async () => {
      for (const [method, path, [field = '']] of readers) {
        const escaped = `\\u${field.charCodeAt(0).toString(16).padStart(4, '0')}${field.slice(1)}`;
        for (const again of [field, escaped]) {
          const answer = await send(owner, method, path, `{"${field}":"a","x":{"${field}":1},"${again}":"b"}`);
          expect([answer.status, (await answer.json()).code], path).toEqual([400, 'bad_request']);
        }
      }
    });
  });

  it('whose inner object repeats a key is a 400', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const added = await addApplication(owner);
    const twice = `{"applications":[{"_id":"${added._id}","version":99,"version":${added.version}}]}`;
    const after = `{"applications":[{"_id":"${added._id}","version":${added.version},"x":[{}],"\\u005fid":"${id}"}]}`;
    await withoutTrace(harness, async () => {
      for (const body of [twice, after]) {
        const answer = await send(owner, 'POST', '/api/application/approveSeveral', body);
        expect([answer.status, (await answer.json()).code], body).toEqual([400, 'bad_request']);
      }
    });
  });

  it('may use a key in several objects, and a text that looks like a key', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const body = `{"name":"\\"name\\":","email":"a@example.com","password":"correct horse 7","x":[{"a":"1"},{"a":{"a":"2"}}]}`;
    expect((await send(owner, 'POST', '/api/users/add_user', body)).status).toBe(201);
  });

  it('is counted while it is read, whatever its Content-Length says', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const large = JSON.stringify({ name: 'x'.repeat(limits.jsonBodyBytesMax) });
    await withoutTrace(harness, async () => {
      for (const [method, path] of readers) {
        const answer = await send(owner, method, path, large, { ...json, 'content-length': '2' });
        expect([answer.status, (await answer.json()).code], path).toEqual([413, 'body_too_large']);
      }
    });
  });

  it('that never ends is cut off at the limit', async () => {
    const harness = await open();
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        sent += 16_384;
        controller.enqueue(new Uint8Array(16_384).fill(32));
      },
    });
    const init = { method: 'POST', body, duplex: 'half', headers: json } as RequestInit;
    expect((await harness.visitor().request('/api/users/login', init)).status).toBe(413);
    expect(sent).toBeLessThan(limits.jsonBodyBytesMax * 3);
  });

  it('that is not UTF-8 is a 400', async () => {
    const harness = await open();
    const visitor = harness.visitor();
    for (const bytes of [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xe0, 0xa4], [0xf8, 0x88, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"email":"'), Buffer.from(bytes), Buffer.from('","password":"x"}')]);
      expect((await send(visitor, 'POST', '/api/users/login', new Uint8Array(body))).status).toBe(400);
    }
    const cut = await send(visitor, 'POST', '/api/users/login', new Uint8Array([0x7b, 0xe0, 0xa6]));
    expect(cut.status).toBe(400);
  });

  it('nested without end is a 400', async () => {
    const harness = await open();
    const deep = `{"email":${'['.repeat(30_000)}${']'.repeat(30_000)},"password":"x"}`;
    expect((await send(harness.visitor(), 'POST', '/api/users/login', deep)).status).toBe(400);
  });

  it('cannot reach a prototype or set a field that the call does not take', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const body = `{"name":"Rahima","email":"r@example.com","password":"correct horse 7","role":"super-admin","_id":"${id}",
      "__proto__":{"role":"super-admin","isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"passwordHash":"x"}`;
    const answer = await send(owner, 'POST', '/api/users/add_user', body);
    expect(answer.status).toBe(201);
    expect(await answer.json()).toEqual({
      _id: expect.not.stringMatching(id),
      name: 'Rahima',
      email: 'r@example.com',
      role: 'admin',
      suspendedAt: null,
      rights: [...rights],
    });
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    const wrong = await send(owner, 'POST', '/api/users/add_user', '{"__proto__":"x","name":["a"]}');
    expect(wrong.status).toBe(400);
  });
});

onOneEngine('a text', (open) => {
  it('with NUL, control characters and lone surrogates is stored clean, or refused when nothing is left', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const user = (name: string, email: string) =>
      owner.call('addUser', { json: { name, email, password: 'correct horse 7' } });
    expect(dataOf(await user('Ra\u0000hi\u0007ma \ud800', 'a@example.com')).name).toBe('Rahima \ufffd');
    expect(dataOf(await user('  ＲＡＨＩＭＡ  ', 'b@example.com')).name).toBe('RAHIMA');
    // Sixty ligatures that are a thousand letters: too long for a name, and not to be stored as they are.
    expect((await user(`\u0000${'\ufdfa'.repeat(60)}`, 'c@example.com')).status).toBe(400);
    const long = `\u0000${'a'.repeat(2_001)}`;
    const visitor = harness.visitor();
    expect((await visitor.call('login', { json: { email: long, password: long } })).status).toBe(401);
    const find = await visitor.call('enquiry', { json: { search: long, search1: long, search2: '1990-01-01' } });
    expect(find.status).toBe(400);
    await withoutTrace(harness, async () => {
      for (const nothing of ['', ' ', '\u0000', '\u0000\u0001 ', '\u00a0', '\u3000\u0007']) {
        expect((await user(nothing, 'c@example.com')).status, JSON.stringify(nothing)).toBe(400);
      }
    });
  });

  it('in a query is refused or harmless, and a repeated key is a 400', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    const list = '/api/application/fetchApplication';
    const strange = [
      '%00',
      '%00%00%00',
      '%ud800',
      '%ed%a0%80',
      '%ff',
      '%25',
      '%',
      "';--",
      '%E0%A6%85',
      '*',
      '"',
      '%22%22%22',
      '%5c%5c%5c',
      'a%00b',
      '___',
      '%25%25%25',
    ];
    for (const search of strange) {
      const answer = await owner.request(`${list}?search=${search}`);
      expect(answer.status, search).toBeOneOf([200, 400]);
    }
    for (const query of [
      'page=1&page=2',
      'search=a&search=b',
      'search[]=a&page=x',
      'limit=0',
      'limit=-1',
      'limit=1e3',
      'page=0x1',
      'status=x',
      'sort=passport;',
      'order=up',
      'from=2026-02-30',
      'late=2',
      'asOf=x',
    ]) {
      const answer = await owner.request(`${list}?${query}`);
      expect([answer.status, (await answer.json()).code], query).toEqual([400, 'bad_request']);
    }
    for (const query of [
      'search=A1&search1=BD&search2=1990-01-01&search=A2',
      'search=%00&search1=BD&search2=1990-01-01',
      'search=A1&search1=%00&search2=1990-01-01',
      'search=A1&search1=BD&search2=1990-02-30',
    ]) {
      expect((await harness.visitor().request(`/api/application/fetchApplicationEnquiry?${query}`)).status, query).toBe(
        400,
      );
    }
  });

  it('is checked for its length before it is normalised', async () => {
    const harness = await open();
    const owner = await harness.signIn('super-admin');
    // One character that NFKC makes eighteen of.
    const ligature = '\ufdfa';
    const normalisedBy = async (work: () => Promise<unknown>) => {
      let units = 0;
      const { normalize } = String.prototype;
      const spy = vi.spyOn(String.prototype, 'normalize').mockImplementation(function (this: string, form) {
        units += this.length;
        return normalize.call(this, form);
      });
      await work();
      spy.mockRestore();
      return units;
    };
    for (const length of [limits.textLengthMax + 1, 8_000]) {
      for (const [method, path, fields] of readers) {
        for (const field of fields) {
          const body = JSON.stringify({ ...typed, [field]: ligature.repeat(length) });
          const units = await normalisedBy(() => send(owner, method, path, body));
          expect(units, `${path} ${field}`).toBeLessThan(4 * limits.noteLengthMax);
        }
      }
      const searched = encodeURIComponent(ligature.repeat(length));
      const path = `/api/application/fetchApplication?search=${searched}`;
      expect(await normalisedBy(() => owner.request(path)), path).toBeLessThan(4 * limits.noteLengthMax);
    }
  });
});

/** Valid values for the fields beside the wrong one. */
const typed = {
  search: 'EB0123456',
  search1: 'Bangladesh',
  search2: '1990-01-05',
  name: 'Rupa Akter',
  email: 'rupa@maplegate.example',
  current: 'a password of today',
  password: 'a password of tomorrow',
  confirmPassword: 'a password of tomorrow',
};
