/**
 * `validateSearch` of a screen: what it reads is all there is, also for screens below it. The router keeps what a route
 * does not name as it stands in the address, so that '?tab=elsewhere' would reach the screen although it was read as none.
 */
export const onlyRead =
  <Search extends object>(read: (search: Record<string, unknown>) => Search) =>
  (search: Record<string, unknown>): Search => ({
    ...Object.fromEntries(Object.keys(search).map((name) => [name, undefined])),
    ...read(search),
  })
