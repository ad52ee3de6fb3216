import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { audienceOf } from '#src/admin/messages/load-messages.ts'
import { edited, type MessageDraft } from '#src/admin/messages/use-new-message.ts'
import { dropDraft, keepDraft, keptDraft } from '#src/offline/kept-draft.ts'

const draft: MessageDraft = { key: 'first', isUnanswered: false, subject: 'Toets', text: 'Tot dan!' }

describe('a message that is being written', () => {
  it('keeps its key while it is edited: the server has none by it', () => {
    expect(edited(draft, { text: 'Tot morgen!' })).toEqual({ ...draft, text: 'Tot morgen!' })
  })

  it('is another once it may have arrived: by its key the server would give the words of before', () => {
    const again = edited({ ...draft, isUnanswered: true }, { text: 'Tot morgen!' })
    expect(again).toMatchObject({ isUnanswered: false, subject: 'Toets', text: 'Tot morgen!' })
    expect(again.key).not.toBe('first')
  })
})

describe('the group that is written to', () => {
  it.each([
    [
      { kind: 'testmoment', testmoment_id: 7 },
      { kind: 'testmoment', testmoment_id: 7 },
    ],
    [
      { kind: 'testmoment', testmoment_id: 7, module_id: 3 },
      { kind: 'testmoment', testmoment_id: 7, module_id: 3 },
    ],
    [
      { kind: 'waiting', testmoment_id: 7, module_id: 3 },
      { kind: 'waiting', testmoment_id: 7, module_id: 3 },
    ],
    [
      { kind: 'absent', testmoment_id: 7, module_id: 3 },
      { kind: 'absent', testmoment_id: 7, module_id: 3 },
    ],
    [
      { kind: 'department', education_department_id: 2, module_id: 3 },
      { kind: 'department', education_department_id: 2 },
    ],
    [{ kind: 'not-activated', testmoment_id: 7 }, { kind: 'not-activated' }],
    [{ kind: 'never-enrolled' }, { kind: 'never-enrolled' }],
  ] as const)('of %j is %j', (group, audience) => {
    expect(audienceOf(group)).toEqual(audience)
  })

  it.each([
    {},
    { kind: 'testmoment', module_id: 3 },
    { kind: 'waiting' },
    { kind: 'absent' },
    { kind: 'department', testmoment_id: 7 },
  ] as const)('is still to be chosen in %j', (group) => {
    expect(audienceOf(group)).toBeNull()
  })
})

describe('a draft that survives a reload', () => {
  const kept = new Map<string, string>()
  beforeEach(() => {
    kept.clear()
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    })
  })
  afterEach(() => vi.unstubAllGlobals())

  it('is given to who wrote it, on the screen where it was written, and to nobody else', () => {
    keepDraft({ userId: 3, of: 'message', draft })
    expect(keptDraft(3, 'message')).toEqual(draft)
    expect(keptDraft(4, 'message')).toBeNull()
    expect(keptDraft(3, 'list')).toBeNull()
  })

  it('is gone once it was sent or given up', () => {
    keepDraft({ userId: 3, of: 'message', draft })
    dropDraft()
    expect(keptDraft(3, 'message')).toBeNull()
    expect(kept.size).toBe(0)
  })

  it('is none where a browser keeps nothing, or something else', () => {
    kept.set('draft', '{"userId":3')
    expect(keptDraft(3, 'message')).toBeNull()
    vi.stubGlobal('sessionStorage', undefined)
    expect(keptDraft(3, 'message')).toBeNull()
    expect(() => keepDraft({ userId: 3, of: 'message', draft })).not.toThrow()
    expect(dropDraft).not.toThrow()
  })
})
