import { Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, test } from 'vitest';
import { isRecipient } from './recipient.ts';

function isAcceptedByAge(text: string): boolean {
  try {
    new Encrypter().addRecipient(text);
    return true;
  } catch {
    return false;
  }
}

test('a public key of age is recognised, and never with one letter mistyped, left out or swapped', async () => {
  for (let time = 0; time < 20; time++) {
    const recipient = await identityToRecipient(await generateX25519Identity());
    expect(isRecipient(recipient), recipient).toBe(true);
  }
  const recipient = await identityToRecipient(await generateX25519Identity());
  for (let at = 0; at < recipient.length; at++) {
    const [before, letter, after] = [recipient.slice(0, at), recipient[at] ?? '', recipient.slice(at + 1)];
    const mistyped = letter === 'q' ? 'p' : 'q';
    const swapped = `${before}${after[0] ?? ''}${letter}${after.slice(1)}`;
    for (const wrong of [`${before}${mistyped}${after}`, before + after, swapped]) {
      expect(isRecipient(wrong), wrong).toBe(wrong === recipient);
      expect(isAcceptedByAge(wrong), wrong).toBe(wrong === recipient);
    }
  }
});
