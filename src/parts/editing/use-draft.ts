import { useState } from 'react'

/**
 * Keeps a draft of an entity's fields. A new version of the entity fills the fields only while nothing was typed. Otherwise
 * they stay, and the server refuses them as stale where saving would overwrite something.
 */
export function useDraft<Entity extends { version: number }, Fields extends object>(
  entity: Entity,
  fieldsOf: (entity: Entity) => Fields,
) {
  const [draft, setDraft] = useState<Draft<Entity, Fields>>({ base: entity, fields: fieldsOf(entity) })
  const { base, fields } = draft
  const informed = draftAfterNews(draft, entity, fieldsOf)
  if (informed !== draft) setDraft(informed)
  return {
    fields,
    base,
    isDirty: isChanged(fields, fieldsOf(base)),
    edit: (changes: Partial<Fields>) => setDraft({ base, fields: { ...fields, ...changes } }),
    startFrom: (start: Entity) => setDraft({ base: start, fields: fieldsOf(start) }),
  }
}

interface Draft<Entity, Fields> {
  fields: Fields
  /** entity that the fields were filled from; its version is sent along when they are saved */
  base: Entity
}

/** Compares as JSON: fields hold texts, flags and numbers, also nested, and always in the same order. */
export const isChanged = (one: object, other: object): boolean => JSON.stringify(one) !== JSON.stringify(other)

/**
 * Returns the draft after a new version of the entity arrived. If that version changed none of these fields (but a module or an
 * enrollment), it becomes the base of what was typed; if it changed one of them, the old version stays the base.
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
