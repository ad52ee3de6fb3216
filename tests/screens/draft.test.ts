import { describe, expect, it } from 'vitest'
import { editBody } from '#src/api/api.ts'
import { draftAfterNews } from '#src/parts/editing/use-draft.ts'

const entity = (version: number, name: string, modules = 1) => ({ version, name, modules })
const fieldsOf = ({ name }: { name: string }) => ({ name })
const draft = (name: string) => ({ base: entity(1, 'Wiskunde'), fields: { name } })

describe('what is being typed, when news of its entity comes', () => {
  it('is filled in again while nothing was typed', () => {
    const news = entity(2, 'Statistiek')
    expect(draftAfterNews(draft('Wiskunde'), news, fieldsOf)).toEqual({ base: news, fields: { name: 'Statistiek' } })
  })
  it('stays on what was read where a colleague changed the same fields, so that saving is refused as stale', () => {
    const typed = draft('Wiskunde B')
    expect(draftAfterNews(typed, entity(2, 'Statistiek'), fieldsOf)).toBe(typed)
  })
  it('is based on the new version where that changed other fields', () => {
    const news = entity(2, 'Wiskunde', 2)
    expect(draftAfterNews(draft('Wiskunde B'), news, fieldsOf)).toEqual({ base: news, fields: { name: 'Wiskunde B' } })
  })
  it('does not go back to an older answer', () => {
    const typed = draft('Wiskunde')
    expect(draftAfterNews(typed, entity(1, 'Ouder'), fieldsOf)).toBe(typed)
  })
})

describe('what an edit sends', () => {
  const read = { id: 7, version: 1, name: 'Wiskunde', archived: false, _links: {} }

  it('is the whole entity as it was read, with what changed', () => {
    expect(editBody(read, { archived: true })).toEqual({ ...read, archived: true })
  })
  it('is based on a colleague’s version meanwhile, so that it undoes none of their changes', () => {
    const theirs = { ...read, version: 2, name: 'Wiskunde B' }
    expect(editBody(read, { archived: true }, theirs)).toEqual({ ...theirs, archived: true })
  })
})
