/**
 * Finds that wait to be written, side by side in one piece of memory, and read out of it only as they are written. As
 * objects each outlived two rounds of the collector on its way there, so that it had to go through the whole heap every
 * few seconds while requests stood still.
 */
import { limits } from '../../contract/limits.ts';
import type { Find } from './tries.db.ts';

/** Characters of each text; all are ASCII and have one length. */
const widths = { address: 32, passport: 32, applicationId: limits.idLength, at: '2026-01-01T00:00:00.000Z'.length };
const names = Object.keys(widths) as (keyof typeof widths)[];
const textBytes = names.reduce((sum, name) => sum + widths[name], 0);
const timesBytes = 4;
const findBytes = textBytes + timesBytes;
const roomAtFirst = 512;

export class FindQueue {
  #bytes = Buffer.alloc(roomAtFirst * findBytes);
  /** What was taken last lies here. */
  #other = Buffer.alloc(roomAtFirst * findBytes);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add({ address, passport, applicationId, at, times }: Find): void {
    const start = this.#size * findBytes;
    if (start === this.#bytes.length) this.#bytes = Buffer.concat([this.#bytes], 2 * start);
    const text = address + passport + applicationId + at;
    if (text.length !== textBytes) throw new Error('A find has a text of another length than all others.');
    this.#bytes.write(text, start, 'latin1');
    this.#bytes.writeUInt32LE(times, start + textBytes);
    this.#size++;
  }

  /** All of them, to be gone through until the next call, as often as needed; none is left. */
  take(): Iterable<Find> {
    const taken = this.#bytes.subarray(0, this.#size * findBytes);
    [this.#bytes, this.#other] = [this.#other, this.#bytes];
    this.#size = 0;
    return { [Symbol.iterator]: () => findsIn(taken) };
  }
}

function* findsIn(bytes: Buffer): Generator<Find> {
  for (let start = 0; start < bytes.length; start += findBytes) {
    const text = bytes.toString('latin1', start, start + textBytes);
    const find = { times: bytes.readUInt32LE(start + textBytes) } as Find;
    let from = 0;
    for (const name of names) {
      find[name] = text.slice(from, from + widths[name]);
      from += widths[name];
    }
    yield find;
  }
}

/** As many as are written at once; those of one address and record in a list are one, with the last time and the sum. */
export function* inLists(finds: Iterable<Find>, listMax: number): Generator<Find[]> {
  const list = new Map<string, Find>();
  for (const find of finds) {
    const key = `${find.address} ${find.passport} ${find.applicationId}`;
    const known = list.get(key);
    const later = known && known.at > find.at ? known : find;
    list.set(key, { ...later, times: find.times + (known?.times ?? 0) });
    if (list.size < listMax) continue;
    yield [...list.values()];
    list.clear();
  }
  if (list.size > 0) yield [...list.values()];
}
