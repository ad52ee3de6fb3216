/** Fields that a client asked for; null means the whole value. */
export type FieldSelection = ReadonlyMap<string, FieldSelection | null>

/** Deepest nesting that is read: more has no meaning here. */
const MAX_DEPTH = 4

/**
 * Reads `fields=(a,b(c,d))`, with or without the outer parentheses. Returns undefined if they do not match: the standard calls
 * it a hint, but a text that cannot be read is a mistake.
 */
export function readFieldSelection(text: string): FieldSelection | undefined {
  const body = text.trim()
  const inner = /^\((.*)\)$/s.exec(body)?.[1] ?? body
  const tokens = inner.match(/[\w]+|[(),]/g) ?? []
  if (tokens.join('') !== inner.replaceAll(/\s/g, '')) return undefined
  let at = 0
  const readList = (depth: number): Map<string, FieldSelection | null> | undefined => {
    const selection = new Map<string, FieldSelection | null>()
    while (at < tokens.length && tokens[at] !== ')') {
      const name = tokens[at++] ?? ''
      if (!/\w/.test(name) || depth > MAX_DEPTH) return undefined
      let nested: FieldSelection | null = null
      if (tokens[at] === '(') {
        at += 1
        const list = readList(depth + 1)
        if (!list || tokens[at++] !== ')') return undefined
        nested = list
      }
      selection.set(name, nested)
      if (tokens[at] === ',') at += 1
      else break
    }
    return selection
  }
  const selection = readList(1)
  return at === tokens.length ? selection : undefined
}

/** Mandatory fields, which are always sent, by the name of the object in the answer that holds them. */
export type Mandatory = Readonly<Record<string, readonly string[]>>

/**
 * The answer without the fields that were not asked for. `mandatory` names those of the answer itself by '', and of objects
 * in it by their field; other objects are sent whole.
 */
export function withFields(answer: object, selection: FieldSelection | undefined, mandatory: Mandatory): object {
  if (!selection) return answer
  const always = mandatory[''] ?? []
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]: [string, unknown]) => {
      const nested = selection.get(name)
      if (nested === undefined && !always.includes(name)) return []
      const own = mandatory[name]
      const isPart = nested && own && typeof value === 'object' && value !== null && !Array.isArray(value)
      return [[name, isPart ? withFields(value, nested, { '': own }) : value]]
    }),
  )
}
