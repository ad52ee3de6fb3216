export interface Draft<Entity, Fields> {
  fields: Fields
  /** the entity that these fields were filled in from: its version goes along when they are saved */
  base: Entity
}

/** Fields hold texts, flags and numbers, also within one another, and always in the same order. */
export const isChanged = (one: object, other: object): boolean => JSON.stringify(one) !== JSON.stringify(other)

/**
 * The draft after the entity was heard of anew. Where the news is of something else than these fields (a module more,
 * an enrollment), what was typed stands on it; where it is of these, the typed text still stands on what was read.
 */
export function draftAfterNews<Entity extends { version: number }, Fields extends object>(
  draft: Draft<Entity, Fields>,
  entity: Entity,
  fieldsOf: (entity: Entity) => Fields,
): Draft<Entity, Fields> {
  if (entity.version <= draft.base.version) return draft
  const [read, now] = [fieldsOf(draft.base), fieldsOf(entity)]
  if (!isChanged(draft.fields, read)) return { base: entity, fields: now }
  return isChanged(read, now) ? draft : { base: entity, fields: draft.fields }
}
