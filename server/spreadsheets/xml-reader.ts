/** Parses XML as it arrives, ignoring namespaces. Entities that the document defines are not supported. */
import sax from 'sax';

export type Attributes = Readonly<Record<string, string>>;

export interface Visitor {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
}

/** Yields after each chunk, so that the caller can pass on what the visitor has collected. */
export async function* parseXml(bytes: AsyncIterable<Uint8Array>, visitor: Visitor): AsyncGenerator<void> {
  const parser = sax.parser(true, { position: false });
  let failure: Error | null = null;
  parser.onerror = (error) => {
    failure = error;
  };
  parser.onopentag = ({ name, attributes }) => visitor.open?.(local(name), attributes as Attributes);
  parser.ontext = (text) => visitor.text?.(text);
  parser.oncdata = (text) => visitor.text?.(text);
  parser.onclosetag = (name) => visitor.close?.(local(name));
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of bytes) {
    parser.write(decoder.decode(chunk, { stream: true }));
    if (failure) throw failure;
    yield;
  }
  parser.write(decoder.decode()).close();
  if (failure) throw failure;
  yield;
}

export async function visitXml(bytes: AsyncIterable<Uint8Array>, visitor: Visitor): Promise<void> {
  for await (const _ of parseXml(bytes, visitor));
}

function local(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** The value of an attribute, whatever its prefix. */
export function attribute(attributes: Attributes, name: string): string | undefined {
  const key = Object.keys(attributes).find((key) => local(key) === name);
  return key === undefined ? undefined : attributes[key];
}
