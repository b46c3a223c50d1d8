/** The number of this release, which is only in `package.json`. */
import packageFile from '../package.json' with { type: 'json' };

export const release = packageFile.version;
