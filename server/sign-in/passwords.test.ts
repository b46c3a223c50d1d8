import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { createFairQueue } from './fair-queue.ts';
import { gatherCommonPasswords } from './gather-common-passwords.ts';
import { hashPassword, isPassword, isWeakPassword } from './passwords.ts';

const known = ['admin@maplegate.example', 'Northern Star'];

describe('passwords', () => {
  it.each([
    ...['12345678', 'PASSWORD', 'P@ssw0rd123', 'qwertyuiop', 'iloveyou!', 'letmein2024', 'Bangladesh@1971'],
    ...['JoyBangla71', 'amarsonarbangla', 'Dhaka1234', 'bkash@123', 'Canada2026!', '১২৩৪৫৬৭৮', 'aaaaaaaa', 'abababab'],
    ...['１２３４５６７８', 'ＳｕＮｓＨｉＮｅ', ' Princess ', 'TRUSTNO1', 'Starwars'],
    ...['admin@maplegate.example', 'Maplegate2026', 'northern star', 'Northern Star 1'],
  ])('refuse %s as too easy to guess', (password) => {
    expect(isWeakPassword(password, known)).toBe(true);
  });

  it('refuse the most leaked ones that are long enough, at least 3,000', async () => {
    const list = await readFile(new URL('../../contract/common-passwords.txt', import.meta.url), 'utf8');
    const passwords = list.split('\n').filter(Boolean);
    expect(passwords.length).toBeGreaterThanOrEqual(3_000);
    for (const password of passwords) expect([...password].length).toBeGreaterThanOrEqual(limits.passwordLengthMin);
    for (const password of [...passwords.slice(0, 40), ...passwords.slice(-40)]) {
      expect(isWeakPassword(password.toUpperCase(), known), password).toBe(true);
    }
    // Each is a line of a list, and a password may have a line break.
    expect(isWeakPassword(passwords.slice(0, 2).join('\n'), known)).toBe(false);
    // The passwords as the package has them, without later edits.
    expect(await gatherCommonPasswords()).toBe(list);
  });

  it.each(['six quiet herons wade', 'আমার সোনার হরিণ চাই', 'tR7#kq9Zp', 'password of the old ferryman'])(
    'take %s',
    (password) => {
      expect(isWeakPassword(password, known)).toBe(false);
    },
  );

  it('are stored as argon2id with 19 MiB, two passes and a salt of their own', async () => {
    const [first, second] = await Promise.all([hashPassword('six quiet herons'), hashPassword('six quiet herons')]);
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(second).not.toBe(first);
    expect(await isPassword(first, 'six quiet herons')).toBe(true);
    expect(await isPassword(first, 'six quiet heron')).toBe(false);
    expect(await isPassword(null, '')).toBe(false);
    expect(await isPassword('', '')).toBe(false);
  });

  it('match however the keyboard composes a Bangla letter', async () => {
    const hash = await hashPassword('\u09df\u09cb\u0997\u09be\u09af\u09cb\u0997');
    expect(await isPassword(hash, '\u09af\u09bc\u09cb\u0997\u09be\u09af\u09cb\u0997')).toBe(true);
  });
});

describe('a fair queue', () => {
  it('runs as much work at once as it may, queues the next in order, and refuses the rest', async () => {
    const queue = createFairQueue(2, 2);
    const order: number[] = [];
    const release: (() => void)[] = [];
    const work = (number: number) =>
      queue({ isKnown: false, caller: 'one' }, async () => {
        order.push(number);
        await new Promise<void>((resolve) => release.push(resolve));
        if (number === 1) throw new Error('of the work');
      });
    const [first, second, third, fourth] = [work(1), work(2), work(3), work(4)];
    await expect(work(5)).rejects.toMatchObject({ code: 'overloaded' });
    expect(order).toEqual([1, 2]);
    release.shift()?.();
    await expect(first).rejects.toThrow('of the work');
    expect(order).toEqual([1, 2, 3]);
    while (release.length) {
      release.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
    await Promise.all([second, third, fourth]);
    expect(order).toEqual([1, 2, 3, 4]);
  });

  it('serves its callers in turn, and drops the last entry of the longest queue when it is full', async () => {
    const queue = createFairQueue(1, 3);
    const order: string[] = [];
    let free = () => {};
    const held = queue({ isKnown: false, caller: 'flood' }, () => new Promise<void>((resolve) => (free = resolve)));
    const wait = (name: string, caller: string, isKnown = false) =>
      queue({ isKnown, caller }, async () => void order.push(name)).catch(({ code }) => code);
    const flood = ['first', 'second', 'third', 'fourth'].map((name) => wait(name, 'flood'));
    const others = [wait('neighbour', 'neighbour'), wait('owner', 'device', true), wait('late', 'late')];
    expect(await flood[3]).toBe('overloaded');
    expect(await flood[2]).toBe('overloaded');
    expect(await flood[1]).toBe('overloaded');
    expect(await wait('last', 'last')).toBe('overloaded');
    free();
    await Promise.all([held, ...flood, ...others]);
    expect(order).toEqual(['owner', 'first', 'neighbour', 'late']);
  });
});
