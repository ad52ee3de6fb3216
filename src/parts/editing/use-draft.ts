import { useState } from 'react'

interface Draft<Entity, Fields> {
  fields: Fields
  /** the entity as it was when these fields were filled in: its version goes along when they are saved */
  base: Entity
  isDirty: boolean
  edit: (changes: Partial<Fields>) => void
  /** begin again from this one */
  startFrom: (entity: Entity) => void
}

/**
 * What is being typed about an entity. News of the entity fills the fields anew only while nothing was typed; else they
 * stay, and saving them is refused as stale.
 */
export function useDraft<Entity extends { version: number }, Fields extends object>(
  entity: Entity,
  fieldsOf: (entity: Entity) => Fields,
): Draft<Entity, Fields> {
  const [{ base, fields }, setDraft] = useState({ base: entity, fields: fieldsOf(entity) })
  const startFrom = (start: Entity) => setDraft({ base: start, fields: fieldsOf(start) })
  const isDirty = JSON.stringify(fields) !== JSON.stringify(fieldsOf(base))
  if (entity.version > base.version && !isDirty) startFrom(entity)
  return {
    fields,
    base,
    isDirty,
    edit: (changes) => setDraft({ base, fields: { ...fields, ...changes } }),
    startFrom,
  }
}
