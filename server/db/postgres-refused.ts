/** Explains why a PostgreSQL server cannot be used, in a sentence for the person who set DATABASE_URL. */

const tlsFaults = /^(SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_|CERT_|ERR_TLS_|ERR_SSL_|EPROTO)/;

export function whyRefused(error: unknown, url: string): string {
  const { code = '', message = '', syscall, path } = error as NodeJS.ErrnoException;
  const { hostname, port, username, pathname } = new URL(url);
  const server = `${hostname || 'the local socket'}:${port || 5432}`;
  const role = decodeURIComponent(username);
  const database = decodeURIComponent(pathname.slice(1)) || role;
  if (code === '28P01') return `refuses the password of ${role} (28P01). Check user and password in DATABASE_URL.`;
  if (message.startsWith('SASL:')) return `wants a password for ${role}. Set it in DATABASE_URL.`;
  if (code === '28000')
    return `does not let ${role} connect (28000): ${message}. Check the role and the server's pg_hba.conf.`;
  if (code === '3D000') return `has no database ${database} (3D000). Create it, or name another in DATABASE_URL.`;
  if (code === '53300') return 'has no connection left (53300). Raise its max_connections, or stop what holds them.';
  if (code === '57P03') return 'is still starting or stopping (57P03). Try again in a moment.';
  if (code === '53100') return 'has no room left on its disk (53100). Make room there.';
  if (syscall === 'open')
    return `was not asked: the file ${path}, which DATABASE_URL names, cannot be read (${code}). Check its name and rights.`;
  if (code === 'ECONNREFUSED' || code === 'ENOENT')
    return `does not listen on ${server} (${code}). Start it, or check host and port in DATABASE_URL.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `is not found: no machine is called ${hostname} (${code}). Check the host in DATABASE_URL.`;
  if (message.includes('does not support SSL'))
    return 'does not support TLS, which DATABASE_URL asks for. Switch ssl on there, or set sslmode=disable on a private network.';
  if (tlsFaults.test(code))
    return `has a certificate that is not trusted (${code}). Name its authority by sslrootcert in DATABASE_URL, and the server by the name in its certificate.`;
  return `does not answer: ${message || code}`;
}
