const LIMIT = 4096

/**
 * `find`, asked only once per day: each enrollment asks several times when its moments end, and Date takes some
 * 500 ns where a map takes 10. A school has some hundreds of days in use; the bound is there because a day may also come
 * from a request. Past it everything is forgotten, which costs less than knowing what was used last.
 */
export function rememberedByDay(find: (day: string) => number): (day: string) => number {
  const found = new Map<string, number>()
  return (day) => {
    const known = found.get(day)
    if (known !== undefined) return known
    const fresh = find(day)
    if (found.size === LIMIT) found.clear()
    found.set(day, fresh)
    return fresh
  }
}
