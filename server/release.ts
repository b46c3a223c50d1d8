/** The number of this release: what `package.json` says, and nothing else does. */
import packageFile from '../package.json' with { type: 'json' };

export const release = packageFile.version;
