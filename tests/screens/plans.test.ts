import { createElement, type ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, LostAnswer } from '#src/api/api-error.ts'
import { useTypedNumber } from '#src/parts/plan/typed-number.tsx'
import { useAct, usePlan } from '#src/parts/plan/use-plan.ts'
import { NotifyContext } from '#src/toasts/toasts-context.ts'
import { runHook } from './support/hook.ts'

afterEach(() => vi.unstubAllGlobals())

interface Question {
  ids: number[]
}
interface Plan {
  confirmation: string | null
  text: string
}
const plan = (text: string, confirmation: string | null = `confirms ${text}`): Plan => ({ text, confirmation })
const refused = (reason: string, details?: unknown) => new ApiError({ status: 409, reason, details: details as never })
const planChanged = (preview: Plan) => refused('plan-changed', { reason: 'plan-changed', preview })

/** A dialog of an act on these records; the first question is already asked, unless a button asks it. */
async function dialog({ isOnDemand = false, ids = [1] as number[] | null } = {}) {
  const asked: (PromiseWithResolvers<Plan> & { question: Question })[] = []
  const sent: (PromiseWithResolvers<string> & { confirmed: object })[] = []
  const did: string[] = []
  const preview = (question: Question) => {
    const answer = Promise.withResolvers<Plan>()
    asked.push({ ...answer, question })
    return answer.promise
  }
  const carryOut = (confirmed: object) => {
    const answer = Promise.withResolvers<string>()
    sent.push({ ...answer, confirmed })
    return answer.promise
  }
  const provide = (children: ReactNode) => createElement(NotifyContext, { value: () => undefined }, children)
  const useDialog = (ids: number[] | null) => {
    const question = ids && { ids }
    const planned = usePlan<Question, Plan>({ question, preview, isOnDemand, failed: 'Geen plan' })
    const act = useAct<Question, Plan, string>(planned, {
      carryOut,
      failed: 'Niet gedaan',
      onDone: (reply) => did.push(`shows ${reply}`),
      onAnswerLost: () => did.push('loads again'),
    })
    return { planned, act }
  }
  const hook = await runHook(useDialog, ids, provide)
  return {
    ...hook,
    asked,
    sent,
    did,
    plan: () => hook.now().planned.plan,
    ask: () => hook.does(({ planned }) => planned.ask()),
    confirm: () => hook.does(({ act }) => act.confirm()),
    answer: (given: Plan, at = asked.length - 1) => hook.does(() => asked[at]?.resolve(given)),
    fail: (error: unknown) => hook.does(() => asked.at(-1)?.reject(error)),
    refuse: (error: unknown) => hook.does(() => sent.at(-1)?.reject(error)),
  }
}

describe('the plan of an act', () => {
  it('is asked for each question anew, and never shown for another one', async () => {
    const { give, answer, asked, plan: shown, now } = await dialog()
    expect(now().planned.isAsking).toBe(true)
    await answer(plan('of 1'))
    expect([shown()?.text, now().planned.isAsking]).toEqual(['of 1', false])
    await give([1, 2])
    expect([shown(), now().planned.isAsking]).toEqual([null, true])
    expect(asked.map(({ question }) => question.ids)).toEqual([[1], [1, 2]])
    await give([1, 2])
    expect(asked).toHaveLength(2)
    await give(null)
    expect([shown(), now().planned.isAsking, asked.length]).toEqual([null, false, 2])
  })

  it('is not replaced by a late answer to an earlier question', async () => {
    const { give, answer, plan: shown } = await dialog()
    await give([2])
    await answer(plan('of 2'))
    await answer(plan('of 1'), 0)
    expect(shown()?.text).toBe('of 2')
  })

  it('that cannot be had says why, until it is asked for again', async () => {
    const { fail, ask, answer, now, plan: shown } = await dialog()
    await fail(refused('too-many'))
    expect(now().planned.problem).toContain('Geen plan')
    await ask()
    expect([now().planned.problem, now().planned.isAsking]).toEqual([null, true])
    await answer(plan('of 1'))
    expect(shown()?.text).toBe('of 1')
  })

  it('of an act with fields is asked for by its button alone, and gone once they change', async () => {
    const { ask, answer, fail, give, does, asked, now, plan: shown } = await dialog({ isOnDemand: true })
    expect(asked).toHaveLength(0)
    await ask()
    await answer(plan('of 1'))
    expect(shown()?.text).toBe('of 1')
    await give([2])
    await give([1])
    expect([shown(), asked.length]).toEqual([null, 1])
    await ask()
    await answer(plan('of 1'))
    await does(({ planned }) => planned.putAway())
    expect(shown()).toBeNull()
    await ask()
    await fail(refused('too-many'))
    await give([2])
    expect(now().planned.problem).toBeNull()
  })
})

describe('an act that asked first', () => {
  it('is carried out once, as it was confirmed, and says what it did', async () => {
    const { confirm, answer, sent } = await dialog()
    await confirm()
    await answer(plan('nothing', null))
    await confirm()
    expect(sent).toHaveLength(0)
    const { confirm: press, answer: give, sent: acts, did: shown, now: then, does: doIt } = await dialog()
    await give(plan('of 1'))
    await press()
    await press()
    expect(acts.map(({ confirmed }) => confirmed)).toEqual([{ ids: [1], confirmation: 'confirms of 1' }])
    expect(then().act.isBusy).toBe(true)
    await doIt(() => acts[0]?.resolve('a'))
    expect([shown, then().act.done, then().act.isBusy]).toEqual([['shows a'], 'a', false])
  })

  it('shows the plan as it is now where that changed, with one warning, and carries out that one', async () => {
    const { confirm, answer, refuse, give, sent, now, plan: shown } = await dialog()
    await answer(plan('old'))
    await confirm()
    await refuse(planChanged(plan('new')))
    expect([shown()?.text, now().planned.isRenewed, now().act.problem]).toEqual(['new', true, null])
    await confirm()
    expect(sent.at(-1)?.confirmed).toMatchObject({ confirmation: 'confirms new' })
    await give([2])
    await answer(plan('of 2'))
    expect(now().planned.isRenewed).toBe(false)
  })

  it('says why it was refused, and is none that was done', async () => {
    const { confirm, answer, refuse, does, now, plan: shown } = await dialog()
    await answer(plan('of 1'))
    await confirm()
    await refuse(refused('too-late'))
    expect(now().act).toMatchObject({ done: null, problem: expect.stringContaining('Niet gedaan') })
    expect(shown()?.text).toBe('of 1')
    await does(({ act }) => act.clearProblem())
    expect(now().act.problem).toBeNull()
  })

  it('was done where only its answer was lost', async () => {
    const { confirm, answer, refuse, did, now } = await dialog()
    await answer(plan('of 1'))
    await confirm()
    await refuse(new LostAnswer('done'))
    expect([did, now().act.done, now().act.problem]).toEqual([['loads again'], null, null])
  })
})

describe('the number by which a large deletion is confirmed', () => {
  interface Field {
    props: { children: { props: { error?: string; onChange: (event: { target: { value: string } }) => void } } }
  }
  it('is the one that is deleted, as people write it; only a wrong one that was tried is marked', async () => {
    let deleted = 0
    const { does, now } = await runHook((count: number | null) => useTypedNumber(count, () => deleted++), 1_250)
    const field = () => (now().field as unknown as Field).props.children.props
    const type = (value: string) => does(() => field().onChange({ target: { value } }))
    await type('125')
    expect(field().error).toBeUndefined()
    await does(({ confirm }) => confirm())
    expect([deleted, typeof field().error]).toEqual([0, 'string'])
    await type(' 1.250 ')
    expect(field().error).toBeUndefined()
    await does(({ confirm }) => confirm())
    expect(deleted).toBe(1)
  })
  it('is asked of no other act', async () => {
    let done = 0
    const { does, now } = await runHook((count: number | null) => useTypedNumber(count, () => done++), null)
    await does(({ confirm }) => confirm())
    expect([now().field, done]).toEqual([false, 1])
  })
})
