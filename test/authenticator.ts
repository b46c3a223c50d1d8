/**
 * A passkey in software (WebAuthn, ES256, no attestation) that answers as a browser does, or wrongly on purpose. The
 * browser tests use the browser's own authenticator.
 */
import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { origin } from './harness.ts';

/** Wrong values for an answer. */
interface Wrong {
  origin?: string;
  challenge?: string;
  type?: string;
  rpId?: string;
  userHandle?: string;
  /** `present` and `verified`, either of which may be missing. */
  flags?: number;
  counter?: number;
  crossOrigin?: boolean;
}

const present = 0x01;
const verified = 0x04;
const attested = 0x40;

export interface PasskeyOptions {
  challenge: string;
  user?: { id: string };
}

export interface TestPasskey {
  id: string;
  counter: number;
  /** The result of `navigator.credentials.create` for these options. */
  create(options: PasskeyOptions, wrong?: Wrong): object;
  /** The result of `navigator.credentials.get`. */
  answer(options: PasskeyOptions, wrong?: Wrong): object;
}

export function newTestPasskey(): TestPasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const rawId = randomBytes(32);
  const id = rawId.toString('base64url');
  let owner = '';

  const clientData = (type: string, { challenge }: PasskeyOptions, wrong: Wrong) =>
    Buffer.from(
      JSON.stringify({
        type: wrong.type ?? type,
        challenge: wrong.challenge ?? challenge,
        origin: wrong.origin ?? origin,
        crossOrigin: wrong.crossOrigin ?? false,
      }),
    );
  const authenticatorDataOf = (counter: number, flags: number, wrong: Wrong) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const rpId = wrong.rpId ?? new URL(origin).hostname;
    return Buffer.concat([createHash('sha256').update(rpId).digest(), Buffer.from([flags]), count]);
  };

  return {
    id,
    counter: 0,

    create(options, wrong = {}) {
      owner = options.user?.id ?? '';
      const clientDataJSON = clientData('webauthn.create', options, wrong);
      // COSE: an EC2 key for ES256 on P-256.
      const key = Buffer.concat([
        Buffer.from('a5010203262001215820', 'hex'),
        Buffer.from(x, 'base64url'),
        Buffer.from('225820', 'hex'),
        Buffer.from(y, 'base64url'),
      ]);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(rawId.length);
      const authData = Buffer.concat([
        authenticatorDataOf(wrong.counter ?? 0, (wrong.flags ?? present | verified) | attested, wrong),
        ...[Buffer.alloc(16), length, rawId, key],
      ]);
      // CBOR: { fmt: 'none', attStmt: {}, authData }.
      const head = Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex');
      const size = Buffer.alloc(2);
      size.writeUInt16BE(authData.length);
      const attestationObject = Buffer.concat([head, size, authData]).toString('base64url');
      return {
        ...{ id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          attestationObject,
          transports: ['internal'],
        },
      };
    },

    answer(options, wrong = {}) {
      const clientDataJSON = clientData('webauthn.get', options, wrong);
      this.counter++;
      const authenticatorData = authenticatorDataOf(
        wrong.counter ?? this.counter,
        wrong.flags ?? present | verified,
        wrong,
      );
      const hash = createHash('sha256').update(clientDataJSON).digest();
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash]), privateKey);
      return {
        ...{ id, rawId: id, type: 'public-key', authenticatorAttachment: 'platform', clientExtensionResults: {} },
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: wrong.userHandle ?? owner,
        },
      };
    },
  };
}
