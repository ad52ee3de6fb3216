import { useState } from 'react'
import { type Draft, draftAfterNews, isChanged } from './draft.rules.ts'

interface DraftInHand<Entity, Fields> extends Draft<Entity, Fields> {
  isDirty: boolean
  edit: (changes: Partial<Fields>) => void
  /** begin again from this one */
  startFrom: (entity: Entity) => void
}

/**
 * What is being typed about an entity. News of the entity fills the fields anew only while nothing was typed; else they
 * stay, and saving them is refused as stale where it overwrites something.
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
