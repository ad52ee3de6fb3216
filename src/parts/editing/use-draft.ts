import { useState } from 'react'

interface DraftInHand<Entity, Fields> extends Draft<Entity, Fields> {
  isDirty: boolean
  edit: (changes: Partial<Fields>) => void
  /** begin again from this one */
  startFrom: (entity: Entity) => void
}

/**
 * Draft of an entity's fields. A new version of the entity fills the fields only while nothing was typed; otherwise
 * they stay, and saving them is refused as stale where it overwrites something.
 */
export function useDraft<Entity extends { version: number }, Fields extends object>(
  entity: Entity,
  fieldsOf: (entity: Entity) => Fields,
): DraftInHand<Entity, Fields> {
  const [draft, setDraft] = useState<Draft<Entity, Fields>>({ base: entity, fields: fieldsOf(entity) })
  const { base, fields } = draft
  const informed = draftAfterNews(draft, entity, fieldsOf)
  if (informed !== draft) setDraft(informed)
  return {
    fields,
    base,
    isDirty: isChanged(fields, fieldsOf(base)),
    edit: (changes) => setDraft({ base, fields: { ...fields, ...changes } }),
    startFrom: (start) => setDraft({ base: start, fields: fieldsOf(start) }),
  }
}

interface Draft<Entity, Fields> {
  fields: Fields
  /** the entity that these fields were filled in from: its version goes along when they are saved */
  base: Entity
}

/** Fields hold texts, flags and numbers, also within one another, and always in the same order. */
export const isChanged = (one: object, other: object): boolean => JSON.stringify(one) !== JSON.stringify(other)

/**
 * The draft after a new version of the entity came. Where that changed something else than these fields (a module more,
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
