import { type ComponentProps, createElement, type ReactElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, LostAnswer } from '#src/api/api-error.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { rebaseForm, useChange } from '#src/parts/editing/use-change.tsx'
import { useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { NotifyContext } from '#src/toasts/toasts-context.ts'
import { runHook } from './support/hook.ts'

afterEach(() => vi.unstubAllGlobals())

interface Fields {
  name: string
  seats: string
}
type Edit = { base: Fields; fields: Fields }
const read: Fields = { name: 'Zaal 1', seats: '30' }
const typed: Edit = { base: read, fields: { ...read, name: 'Zaal 2' } }
const needed = (confirmation: string) =>
  new ApiError({
    ...{ status: 409, reason: 'confirmation-needed' },
    details: { reason: 'confirmation-needed', confirmation, consequences: { students_concerned: 0 } },
  })
const stale = (entity: object, ...fields: string[]) =>
  new ApiError({
    ...{ status: 409, reason: 'version-stale' },
    details: { entity, differences: fields.map((field) => ({ field, label: `label of ${field}` })) },
  })

/** A form, and what the server is sent. */
async function form() {
  const sent: (PromiseWithResolvers<string> & { fields: Fields; overrides: object })[] = []
  const [did, toasts]: [string[], string[]] = [[], []]
  const use = () =>
    useChange<Edit, string>({
      send: ({ fields }, overrides) => {
        const answer = Promise.withResolvers<string>()
        sent.push({ ...answer, fields, overrides })
        return answer.promise
      },
      rebase: rebaseForm,
      saved: 'Opgeslagen',
      failed: 'Niet opgeslagen',
      onSaved: (reply, { fields }) => did.push(`shows ${reply} ${fields.name} ${fields.seats}`),
      onYield: () => did.push('shows theirs'),
    })
  const hook = await runHook(use, null, (children: ReactNode) =>
    createElement(NotifyContext, { value: (_, text) => void toasts.push(text) }, children),
  )
  // The question is one of two dialogs: consequences, or a conflict.
  const questions = () =>
    [(hook.now().dialog as ReactElement<{ children: unknown[] }> | null)?.props.children ?? []]
      .flat(2)
      .filter((part): part is ReactElement<Record<string, () => void>> => Boolean(part))
  const press = (button: 'onConfirm' | 'onClose' | 'onInsist' | 'onYield') =>
    hook.does(() => void questions()[0]?.props[button]?.())
  return {
    ...hook,
    did,
    toasts,
    sent,
    press,
    asks: () => questions().length,
    save: () => hook.does(({ change }) => change(typed)),
    answer: () => hook.does(() => sent.at(-1)?.resolve('reply')),
    refuse: (error: unknown) => hook.does(() => sent.at(-1)?.reject(error)),
  }
}

describe('a change that may have large consequences', () => {
  it('is asked about first, and sent once more with what was confirmed', async () => {
    const { save, refuse, press, answer, asks, sent, did, toasts } = await form()
    await save()
    await refuse(needed('three students'))
    expect([asks(), did, sent.length]).toEqual([1, [], 1])
    await press('onConfirm')
    await press('onConfirm')
    expect(sent.map(({ overrides }) => overrides)).toEqual([{}, { confirmed: 'three students', message: undefined }])
    await answer()
    expect([asks(), did, toasts]).toEqual([0, ['shows reply Zaal 2 30'], ['Opgeslagen']])
  })

  it('is asked about anew where the consequences are others by then', async () => {
    const { save, refuse, press, sent } = await form()
    await save()
    await refuse(needed('three students'))
    await press('onConfirm')
    await refuse(needed('four students'))
    await press('onConfirm')
    expect(sent.at(-1)?.overrides).toMatchObject({ confirmed: 'four students' })
  })

  it('is not made where the question is closed, or the answer is another refusal', async () => {
    const { save, refuse, press, asks, sent, now } = await form()
    await save()
    await refuse(needed('three students'))
    await press('onClose')
    expect([asks(), sent.length]).toEqual([0, 1])
    await save()
    await refuse(needed('three students'))
    await press('onConfirm')
    await refuse(new ApiError({ status: 422, reason: 'too-late' }))
    expect([asks(), now().problem?.startsWith('Niet opgeslagen')]).toEqual([0, true])
  })

  it('was made where only its answer was lost: the question goes, and what is so now shows', async () => {
    const { save, refuse, press, asks, did, now } = await form()
    await save()
    await refuse(needed('three students'))
    await press('onConfirm')
    await refuse(new LostAnswer('done'))
    expect([asks(), did, now().problem]).toEqual([0, ['shows theirs'], null])
  })
})

describe('a change where a colleague was first', () => {
  it('is merged with theirs where they changed other fields, and says so', async () => {
    const { save, refuse, answer, asks, sent, did, toasts } = await form()
    await save()
    await refuse(stale({ name: 'Zaal 1', seats: '40', version: 2 }, 'seats'))
    expect([asks(), sent.at(-1)?.fields]).toEqual([0, { name: 'Zaal 2', seats: '40' }])
    expect(sent.at(-1)?.overrides).toMatchObject({ theirs: { version: 2 } })
    await answer()
    expect([did, toasts.length]).toEqual([['shows reply Zaal 2 40'], 2])
    expect(toasts.at(-1)).toContain('label of seats')
  })

  it('is asked about where they changed the same: theirs stays, or one’s own', async () => {
    const theirs = { name: 'Zaal 3', seats: '30', version: 2 }
    const one = await form()
    await one.save()
    await one.refuse(stale(theirs, 'name'))
    expect([one.asks(), one.sent.length]).toEqual([1, 1])
    await one.press('onYield')
    expect([one.asks(), one.did, one.sent.length]).toEqual([0, ['shows theirs'], 1])
    const other = await form()
    await other.save()
    await other.refuse(stale(theirs, 'name'))
    await other.press('onInsist')
    expect(other.sent.at(-1)).toMatchObject({ fields: { name: 'Zaal 2' }, overrides: { theirs: { version: 2 } } })
  })

  it('is merged three times at most, and then asked about', async () => {
    const { save, refuse, asks, sent } = await form()
    await save()
    for (const version of [2, 3, 4, 5]) await refuse(stale({ name: 'Zaal 1', seats: `${version}`, version }, 'seats'))
    expect([sent.length, asks()]).toEqual([4, 1])
  })
})

describe('the message that is offered with a change', () => {
  const words = { subject: 'Je toets', text: 'Tot dan!' }
  const offered = (proposed: typeof words | null = words, keepsWords = false) =>
    runHook((proposed: typeof words | null) => useMessageOffer(proposed, { keepsWords }), proposed)
  const goes = ({ confirm }: ReturnType<typeof useMessageOffer>) => {
    const sent: unknown[] = []
    confirm((message) => sent.push(message))
    return sent
  }

  it('goes with the words that were proposed or typed, unless it is not wanted, by one key however often it is sent', async () => {
    const { does, now } = await offered()
    const [first] = goes(now()) as { key: string }[]
    expect(first).toEqual({ ...words, key: first?.key })
    await does(({ offer }) => offer.edit({ text: 'Tot morgen!' }))
    expect(goes(now())).toEqual([{ ...words, text: 'Tot morgen!', key: first?.key }])
    await does(({ offer }) => offer.want(false))
    expect(goes(now())).toEqual([undefined])
    await does(({ restart }) => restart())
    expect(goes(now())).toEqual([{ ...words, key: expect.not.stringMatching(first?.key ?? '') }])
  })

  it('does not go without words, nor does the change', async () => {
    const { does, now } = await offered()
    await does(({ offer }) => offer.edit({ subject: ' ' }))
    expect(goes(now())).toEqual([])
  })

  it('is none where nobody is concerned, and waits meanwhile with its words', async () => {
    const { does, give, now } = await offered()
    await does(({ offer }) => offer.edit({ text: 'Tot morgen!' }))
    await give(null)
    expect(goes(now())).toEqual([undefined])
    await give({ ...words })
    expect(now().offer.written.text).toBe('Tot morgen!')
  })

  it('follows the change; beside a form that goes on, typed words stay, and may be put back', async () => {
    const another = { ...words, text: 'In zaal 2.' }
    const { does, give, now } = await offered()
    await does(({ offer }) => offer.edit({ text: 'Tot morgen!' }))
    await give(another)
    expect([now().offer.written.text, now().offer.isOutdated]).toEqual(['In zaal 2.', false])
    const beside = await offered(words, true)
    await beside.does(({ offer }) => offer.edit({ text: 'Tot morgen!' }))
    await beside.give(another)
    expect([beside.now().offer.written.text, beside.now().offer.isOutdated]).toEqual(['Tot morgen!', true])
    await beside.does(({ offer }) => offer.restore())
    expect([beside.now().offer.written.text, beside.now().offer.isOutdated]).toEqual(['In zaal 2.', false])
  })
})

it('the heading of a section to which links lead takes the focus', () => {
  const props = { title: 'Meldingen', anchor: 'meldingen' } as ComponentProps<typeof EditSection>
  expect(renderToStaticMarkup(createElement(EditSection, props))).toContain('<h2 id="meldingen" tabindex="-1">')
})
