/**
 * `find`, asked once for each key while no more than `limit` others came after it. Only for what stays true for ever; an
 * error is not remembered.
 */
export function remembered<Value>(limit: number, find: (key: string) => Value): (key: string) => Value {
  const known = new Map<string, Value>()
  return (key) => {
    const value = known.get(key)
    if (value !== undefined) return value
    const fresh = find(key)
    if (known.size === limit) {
      const [oldest = ''] = known.keys()
      known.delete(oldest)
    }
    known.set(key, fresh)
    return fresh
  }
}
