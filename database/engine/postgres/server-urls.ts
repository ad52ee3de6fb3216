/**
 * An address for each server of a URL that names several, as libpq knows them: 'postgres://user@one:5432,two:5432/school'
 * gives those of `one` and of `two`, in that order. Neither `URL` nor pg reads such a list.
 */
export function serverUrls(url: string): string[] {
  const [, start = '', servers = '', rest = ''] = SERVERS.exec(url) ?? []
  return servers.split(',').map((server) => start + server + rest)
}

/** A name and a password come before an '@'; inside them one is written as %40, and a '/' as %2F. */
const SERVERS = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/s
