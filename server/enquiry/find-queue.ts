/**
 * Finds that wait to be written, side by side in one piece of memory. As objects each
 * outlived two rounds of the collector on its way there, so that it had to go through
 * the whole heap every few seconds while requests stood still.
 */
import { limits } from '../../contract/limits.ts';
import { addFind } from './batch.ts';
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

  /** All of them, those of one address and record as one; none is left. */
  take(): Map<string, Find> {
    const finds = new Map<string, Find>();
    for (let at = 0; at < this.#size; at++) addFind(finds, this.#read(at * findBytes));
    this.#size = 0;
    return finds;
  }

  #read(start: number): Find {
    const text = this.#bytes.toString('latin1', start, start + textBytes);
    const find = { times: this.#bytes.readUInt32LE(start + textBytes) } as Find;
    let from = 0;
    for (const name of names) {
      find[name] = text.slice(from, from + widths[name]);
      from += widths[name];
    }
    return find;
  }
}
