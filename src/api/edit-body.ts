interface Versioned {
  version: number
}

/**
 * What every call that edits an entity sends (decision 43): the whole of it as it was last seen, with what is changed;
 * what nobody may write the server ignores. `theirs` is what somebody else made of it since, when that is known: the
 * change then stands on that, so that it takes back nothing of theirs.
 */
export const editBody = <Entity extends Versioned, Changes extends object>(
  entity: Entity,
  changes: Changes,
  theirs?: Versioned,
): Entity & Changes => ({ ...entity, ...theirs, ...changes })
