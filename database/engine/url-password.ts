/**
 * Takes the password out of the URL of a PostgreSQL database, and returns it as it stood (percent-encoded), where the driver
 * reads it: before the last '@' of the authority, or in the query, which comes first.
 */
export function splitPassword(url: string): { address: string; password: string | undefined } {
  const [, scheme = '', user = '', inAuthority, rest = url] =
    /^(\w+:\/\/)([^:/?#]*)(?::([^/?#]*))?(@.*)$/.exec(url) ?? []
  const inQuery = /[?&]password=([^&#]*)/.exec(rest)?.[1]
  const withoutQuery = rest.replace(/([?&])password=[^&#]*&?/g, '$1').replace(/[?&]$/, '')
  return { address: scheme + user + withoutQuery, password: inQuery ?? inAuthority }
}
