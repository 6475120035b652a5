/*
 * The address of a PostgreSQL database, as libpq reads it: `postgres://user:password@host:port,host:port/name?option=…`.
 * Several servers are a primary and those that may take its place.
 */

const form = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#@]*)(.*)$/s;

/**
 * The address of each server, in the order in which they are tried. Throws where it is none; the message does not
 * repeat it, for it may hold a password.
 */
export function serversOf(address: string): string[] {
  const [, before = '', hosts, after = ''] = form.exec(address) ?? [];
  if (hosts === undefined) throw new Error('it must be an address that begins with postgres://');
  return hosts.split(',').map((host) => {
    const server = before + host + after;
    if (!URL.canParse(server))
      throw new Error('it must have the form postgres://user:password@host:port,host:port/name');
    // The service always asks for such a server: it has nothing to do on one that does not take writes.
    const wanted = new URL(server).searchParams.get('target_session_attrs') ?? 'read-write';
    if (wanted !== 'read-write' && wanted !== 'primary') {
      throw new Error(`target_session_attrs must be read-write or primary, not ${wanted}`);
    }
    return server;
  });
}
