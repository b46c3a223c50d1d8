import { describe, expect, it } from 'vitest';
import { networksOf } from '../networks.ts';
import { readSettings } from '../settings.ts';
import { callerAddress, trustedProxies } from './caller.ts';

const none = trustedProxies([]);
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', 'fd00::/8']);

describe('the address that limits are counted for', () => {
  it('ignores a forwarded address when no proxy is trusted', () => {
    expect(callerAddress('203.0.113.5', '198.51.100.1', none)).toBe('203.0.113.5');
    expect(callerAddress('10.0.0.1', '198.51.100.1, 10.0.0.2', none)).toBe('10.0.0.1');
  });

  it('ignores a forwarded address from a stranger while others are trusted', () => {
    expect(callerAddress('203.0.113.5', '198.51.100.1', proxies)).toBe('203.0.113.5');
  });

  it('takes the last address that no trusted proxy wrote itself', () => {
    expect(callerAddress('10.0.0.1', '198.51.100.1', proxies)).toBe('198.51.100.1');
    expect(callerAddress('10.0.0.1', '198.51.100.1, 192.0.2.7, 10.9.9.9', proxies)).toBe('198.51.100.1');
    expect(callerAddress('10.0.0.1', '1.1.1.1, 198.51.100.1, 10.9.9.9', proxies)).toBe('198.51.100.1');
  });

  it('cannot be changed by what a client writes before the proxy', () => {
    for (const invented of [
      '10.0.0.3, ',
      '127.0.0.1, ',
      'unknown, ',
      '", ',
      ',,, ',
      '::1, ',
      `${'9.9.9.9, '.repeat(400)}`,
    ]) {
      expect(callerAddress('10.0.0.1', `${invented}203.0.113.5`, proxies)).toBe('203.0.113.5');
    }
  });

  it('falls back to the proxy when the chain is empty or invalid', () => {
    for (const chain of [null, '', ' ', ',', 'unknown', '_hidden', '203.0.113.5, garbage', '1.2.3', '1.2.3.4.5']) {
      expect(callerAddress('10.0.0.1', chain, proxies)).toBe('10.0.0.1');
    }
  });

  it('counts an IPv4 address and its IPv6 mapping as one, however it is written', () => {
    expect(callerAddress('::ffff:203.0.113.5', null, none)).toBe('203.0.113.5');
    expect(callerAddress('::FFFF:10.0.0.1', '::ffff:198.51.100.1', proxies)).toBe('198.51.100.1');
    for (const mapped of [
      '::ffff:c633:6401',
      '::FFFF:C633:6401',
      '0:0:0:0:0:ffff:198.51.100.1',
      '0000:0000:0000:0000:0000:ffff:c633:6401',
    ]) {
      expect(callerAddress('10.0.0.1', mapped, proxies)).toBe('198.51.100.1');
    }
    expect(callerAddress('::ffff:0a00:0001', '::ffff:c633:6401', proxies)).toBe('198.51.100.1');
    expect(callerAddress('::ffff:0:198.51.100.1', null, none)).toBe('0:0:0:0');
    expect(callerAddress('::ffff:198.51.100.1%1', null, none)).toBe('0:0:0:0');
  });

  it('leaves out a port, which is no part of an address', () => {
    for (const [written, address] of [
      ['198.51.100.1:5678', '198.51.100.1'],
      ['198.51.100.1:1, 10.9.9.9:443', '198.51.100.1'],
      ['[2001:db8:1:2::1]:443', '2001:db8:1:2'],
      ['[2001:db8:1:2::1]', '2001:db8:1:2'],
      ['[::ffff:198.51.100.1]:80', '198.51.100.1'],
    ] as const) {
      expect(callerAddress('10.0.0.1', written, proxies), written).toBe(address);
    }
    for (const garbage of ['198.51.100.1:', '198.51.100.1:x', '198.51.100.1:123456', '[198.51.100.1', '[]:80', '1:2']) {
      expect(callerAddress('10.0.0.1', garbage, proxies), garbage).toBe('10.0.0.1');
    }
  });

  it('knows the /56 and the /48 around an address of IPv6', () => {
    const around = (address: string) => networksOf(callerAddress(address, null, none));
    expect(around('2001:db8:1:2::1')).toEqual(around('2001:db8:1:ff::1'));
    expect(around('2001:db8:1:2::1')[0]).not.toBe(around('2001:db8:1:100::1')[0]);
    expect(around('2001:db8:1:2::1')[1]).toBe(around('2001:db8:1:ff00::1')[1]);
    expect(around('2001:db8:1:2::1')[1]).not.toBe(around('2001:db8:2:2::1')[1]);
    expect([around('203.0.113.5'), around('::ffff:203.0.113.5'), networksOf('')]).toEqual([[], [], []]);
  });

  it('counts a whole /64 of IPv6 as one, however it is written', () => {
    const written = [
      '2001:db8:1:2::1',
      '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff',
      '2001:db8:1:2:3:4:5:6',
      '2001:db8:1:2::203.0.113.5',
      '2001:db8:1:2::%eth0',
    ];
    for (const address of written) expect(callerAddress(address, null, none)).toBe('2001:db8:1:2');
    expect(callerAddress('2001:db8:1:3::1', null, none)).toBe('2001:db8:1:3');
    expect(callerAddress('2001:db8::1', null, none)).toBe('2001:db8:0:0');
    expect(callerAddress('::1', null, none)).toBe('0:0:0:0');
  });

  it('follows a chain through proxies that speak IPv6', () => {
    expect(callerAddress('fd00::7', '2001:db8:9:9::1, fd12::1', proxies)).toBe('2001:db8:9:9');
  });

  it('survives an address with a zone, with and without trusted proxies', () => {
    const linkLocal = trustedProxies(['fe80::/10']);
    expect(callerAddress('fe80::1%eth0', null, proxies)).toBe('fe80:0:0:0');
    expect(callerAddress('fe80::1%eth0', '203.0.113.5', linkLocal)).toBe('203.0.113.5');
  });

  it('is empty for a caller without a socket', () => {
    expect(callerAddress(undefined, '1.1.1.1', proxies)).toBe('');
  });
});

describe('the setting TRUSTED_PROXIES', () => {
  const read = (cidrs: string) => readSettings({ TRUSTED_PROXIES: cidrs }).trustedProxies;

  it('takes addresses and networks', () => {
    expect(read('10.0.0.0/8, ::1,fd00::/8')).toEqual(['10.0.0.0/8', '::1', 'fd00::/8']);
  });

  it('refuses an entry that would trust more than it seems to', () => {
    for (const wrong of [
      '10.0.0.0/',
      '10.0.0.0/33',
      '10.0.0.0/-1',
      '10.0.0.0/1e1',
      '10.0.0.0/0x8',
      '::/129',
      'proxy',
      '10/8',
      '/8',
      '1.2.3.4/8/8',
    ]) {
      expect(() => read(wrong), wrong).toThrow('TRUSTED_PROXIES');
    }
  });
});
