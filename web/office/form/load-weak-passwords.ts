/** Loads the lists of weak passwords, which are files of their own, when a user chooses a password. */
import type { WeakPasswords } from '../../../contract/weak-password.ts';

export async function loadWeakPasswords(): Promise<WeakPasswords> {
  const [common, words] = await Promise.all([
    import('../../../contract/common-passwords.txt?raw'),
    import('../../../contract/guessed-words.txt?raw'),
  ]);
  return { common: common.default, words: words.default };
}
