/*
 * The address of a PostgreSQL database, in libpq's form: `postgres://user:password@host:port,host:port/name?option=…`.
 * Several hosts are a primary and its standbys.
 */

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * Returns the address of each server, in the order in which they are tried. Throws if the address is invalid; the message
 * does not include it, because it may contain a password.
 */
export function serversOf(address: string): string[] {
  const [, before = '', hosts, after = ''] = form.exec(address) ?? [];
  if (hosts === undefined) throw new Error('it must be an address that begins with postgres://');
  return hosts.split(',').map((host) => {
    const server = before + host + after;
    if (!URL.canParse(server))
      throw new Error('it must have the form postgres://user:password@host:port,host:port/name');
    // The service always requires a server that accepts writes, so other values make no sense.
    const wanted = new URL(server).searchParams.get('target_session_attrs') ?? 'read-write';
    if (wanted !== 'read-write' && wanted !== 'primary') {
      throw new Error(`target_session_attrs must be read-write or primary, not ${wanted}`);
    }
    return server;
  });
}
