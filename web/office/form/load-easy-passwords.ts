/** The lists of easy passwords as the office has them: files of their own, fetched when a password is chosen. */
import { type EasyPasswords, easyPasswords } from '../../../contract/easy-password.ts';

export async function loadEasyPasswords(): Promise<EasyPasswords> {
  const [common, words] = await Promise.all([
    import('../../../contract/common-passwords.txt?raw'),
    import('../../../contract/guessed-words.txt?raw'),
  ]);
  return easyPasswords(common.default, words.default);
}
