/** Loads the lists of easy passwords, which are files of their own, when a user chooses a password. */
import { type EasyPasswords, easyPasswords } from '../../../contract/easy-password.ts';

export async function loadEasyPasswords(): Promise<EasyPasswords> {
  const [common, words] = await Promise.all([
    import('../../../contract/common-passwords.txt?raw'),
    import('../../../contract/guessed-words.txt?raw'),
  ]);
  return easyPasswords(common.default, words.default);
}
