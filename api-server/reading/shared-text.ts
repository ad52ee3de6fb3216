const texts = new WeakMap<object, string>()

/** Marks a part of replies that all readers share, and that nobody changes: its JSON is made now, once. */
export function shared<Part extends object>(part: Part): Part {
  texts.set(part, JSON.stringify(part))
  return part
}

/** The JSON of a part, shared or not. */
export const textOf = (part: object): string => texts.get(part) ?? JSON.stringify(part)
