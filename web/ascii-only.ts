/**
 * The server's pages in ASCII alone. One letter of Bangla in a script makes the engine keep the whole of its text with
 * two bytes a letter, for as long as the server runs: that is megabytes.
 */
import type { Plugin } from 'vite';

export function asciiOnly(): Plugin {
  return {
    name: 'ascii-only',
    apply: 'build',
    applyToEnvironment: ({ name }) => name === 'ssr',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code);
      },
    },
  };
}

const outside = /(\\*)([\u0080-\uffff])/g;

/** The same program. A letter that stands behind a backslash needs none, and must not leave it to the escape. */
export function inAscii(program: string): string {
  return program.replace(outside, (_, slashes: string, letter: string) => {
    const written = `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return slashes.slice(slashes.length % 2) + written;
  });
}
