/**
 * Escapes everything outside of ASCII in the server bundle. A single Bangla letter makes the engine keep the whole
 * source in memory with two bytes per character, for as long as the server runs.
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

const outsideAscii = /(\\*)([\u0080-\uffff])/g;

/**
 * Returns the same program. A letter after a backslash loses that backslash, which would otherwise escape the escape
 * sequence.
 */
export function inAscii(program: string): string {
  return program.replace(outsideAscii, (_, slashes: string, letter: string) => {
    const written = `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return slashes.slice(slashes.length % 2) + written;
  });
}
