/** The vectors that RFC 6962's reference implementation and C2SP have published. */
import { generateKeyPairSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { completeEntries, fileEntry, parseCheckpoint, parseEntries, signCheckpoint } from './checkpoint.ts';
import { leafHash, MerkleTree } from './merkle.ts';
import { checkSignature, keyIdOf, parseNote, signingKey, signNote, verifierKey } from './signed-note.ts';

/** merkle_tree_test.cc of github.com/google/certificate-transparency: the leaves, and the root after each. */
const published = [
  ['', '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d'],
  ['00', 'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125'],
  ['10', 'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77'],
  ['2021', 'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7'],
  ['3031', '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4'],
  ['40414243', '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef'],
  ['5051525354555657', 'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c'],
  ['606162636465666768696a6b6c6d6e6f', '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328'],
] as const;

test('the tree has the published roots, also when it continues from its right edge', () => {
  expect(new MerkleTree().root().toString('hex')).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
  let tree = new MerkleTree();
  for (const [leaf, root] of published) {
    tree = new MerkleTree(tree.size, tree.edge);
    tree.append(leafHash(Buffer.from(leaf, 'hex')));
    expect(tree.root().toString('hex')).toBe(root);
  }
  expect(leafHash('ঢাকা').equals(leafHash(Buffer.from('ঢাকা')))).toBe(true);
});

const example = `This is an example message.

— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=
`;

test('a signed note is read and verified as C2SP shows it', () => {
  const vkey = 'example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k';
  const key = Buffer.from(vkey.split('+').slice(2).join('+'), 'base64').subarray(1);
  expect(verifierKey('example.com/foo', key)).toBe(vkey);
  expect(keyIdOf('example.com/foo', key)).toBe('530d903a');
  const note = parseNote(example);
  expect(note?.text).toBe('This is an example message.\n');
  if (!note) return;
  expect(checkSignature(note, 'example.com/foo', [key])).toBe('signed');
  expect(checkSignature({ ...note, text: 'This is an example massage.\n' }, 'example.com/foo', [key])).toBe(
    'wrong signature',
  );
  expect(checkSignature(note, 'example.com/bar', [key])).toBe('unknown key');
});

test('a note is signed as the Go implementation signs it', () => {
  // The key and the text of golang.org/x/mod/sumdb/note.
  const secret = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1);
  const key = signingKey(secret);
  expect(verifierKey('PeterNeumann', key.publicKey)).toBe(
    'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
  );
  const text = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
  expect(signNote(text, 'PeterNeumann', key)).toBe(
    `${text}\n— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n`,
  );
});

test('a checkpoint is read as C2SP shows it, and nothing else is one', () => {
  const text = `example.com/behind-the-sofa
20852163
CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
`;
  expect(parseCheckpoint(text)).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 });
  for (const wrong of [
    example,
    text.replace('20852163', '020852163'),
    text.replace('20852163', '-1'),
    text.replace('jxq2I=', 'jxq2J='),
    text.replace('\n\n', '\n'),
    text.replace('— ', '- '),
    text.replace('sofa\n', 'sofa\n\u0000'),
    text.trimEnd(),
    '',
  ]) {
    expect(parseCheckpoint(wrong), wrong).toBeNull();
  }
});

/** The tree sizes of the checkpoints of a file that is read in pieces of so many bytes. */
async function sizesIn(file: Buffer, bytesAtOnce: number): Promise<(number | undefined)[]> {
  async function* pieces() {
    for (let at = 0; at < file.length; at += bytesAtOnce) yield file.subarray(at, at + bytesAtOnce);
  }
  const sizes: (number | undefined)[] = [];
  for await (const { checkpoint } of parseEntries(pieces())) sizes.push(checkpoint?.size);
  return sizes;
}

test('a file of checkpoints that was cut at any byte is read up to there, in pieces of any size', async () => {
  const { privateKey } = generateKeyPairSync('ed25519');
  const key = signingKey(privateKey.export({ format: 'der', type: 'pkcs8' }).subarray(-32));
  const notes = [1, 2, 3].map((size) => signCheckpoint('x.example/audit/1', size, leafHash(`${size}`), key));
  const file = Buffer.from(notes.map(fileEntry).join(''));
  for (let bytes = 1; bytes <= file.length; bytes++) expect(await sizesIn(file, bytes)).toEqual([1, 2, 3]);
  expect(await sizesIn(Buffer.from(notes[1] ?? ''), file.length)).toEqual([2]);
  const length = Buffer.byteLength(fileEntry(notes[0] ?? ''));
  for (let cut = 0; cut < file.length; cut++) {
    const whole = Math.floor(cut / length);
    expect(completeEntries(file.subarray(0, cut)).length).toBe(whole * length);
    expect(await sizesIn(file.subarray(0, whole * length), file.length)).toHaveLength(whole);
  }
});

test('a megabyte without the end of a checkpoint is no checkpoint, and the rest is not read', async () => {
  let read = 0;
  async function* endless() {
    for (; read < 100; read++) yield Buffer.alloc(64 * 1024, 'x');
  }
  const entries = [];
  for await (const entry of parseEntries(endless())) entries.push(entry);
  expect(entries).toEqual([{ at: 0, checkpoint: null }]);
  expect(read).toBe(16);
});
