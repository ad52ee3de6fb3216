/**
 * Makes a screen's `validateSearch`: parameters that it does not read are undefined, also for screens below it. The router
 * keeps unread parameters as they are in the address, so '?tab=elsewhere' would otherwise reach the screen although it was
 * rejected.
 */
export const onlyRead =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
