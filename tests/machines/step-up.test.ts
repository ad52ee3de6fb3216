import { expect, it } from 'vitest'
import { getOwnUser } from '#contract/first-reads.gen.ts'
import { type Api, createApi } from '#src/api/api.ts'
import { ApiError } from '#src/api/api-error.ts'
import { withProof } from '#src/session/step-up.ts'
import { eventually } from '#tests/support/eventually.ts'
import { answeringApi, type Turn } from './support/answering-api.ts'
import { sanne } from './support/people.ts'

const TOO_OLD: Turn = { status: 403, body: { reason: 'login-too-old', message: 'Bevestig eerst dat jij het bent.' } }

const nobodyTypes = { isLapsed: () => false, comeBack: async () => false }

/** The user who is asked answers when the test says so. */
async function connect(...turns: Turn[]) {
  const { origin, requests } = await answeringApi(...turns)
  const questions: PromiseWithResolvers<boolean>[] = []
  let open: PromiseWithResolvers<boolean> | undefined
  const prove = () => {
    if (!open) {
      open = Promise.withResolvers<boolean>()
      questions.push(open)
      const closed = () => {
        open = undefined
      }
      open.promise.then(closed, closed)
    }
    return open.promise
  }
  const api = createApi({ origin, unauthorized: () => {}, bearer: async () => 'the-token' })
  return { api: withProof(api, { ...nobodyTypes, prove }), requests, questions }
}
const asked = (requests: unknown[], count: number) => eventually(() => expect(requests.length).toBe(count))

it('is asked for once by all who are refused meanwhile, and each gets its answer', async () => {
  const { api, requests, questions } = await connect(TOO_OLD, TOO_OLD, { body: sanne }, { body: sanne })
  const calls = Promise.all([api.call(getOwnUser), api.call(getOwnUser)])
  await asked(requests, 2)
  await eventually(() => expect(questions.length).toBe(1))
  questions[0]?.resolve(true)
  expect(await calls).toEqual([sanne, sanne])
  expect(questions).toHaveLength(1)
})

it('holds for a call that was sent before it and is refused after', async () => {
  const slow = Promise.withResolvers<typeof sanne>()
  const refusal = new ApiError({ status: 403, reason: 'login-too-old' })
  const answers = [slow.promise, Promise.reject(refusal), Promise.resolve(sanne), Promise.resolve(sanne)]
  const stub = { call: () => answers.shift() } as unknown as Api
  let asks = 0
  const prove = async () => {
    asks += 1
    return true
  }
  const api = withProof(stub, { ...nobodyTypes, prove })
  const late = api.call(getOwnUser)
  expect(await api.call(getOwnUser)).toEqual(sanne)
  slow.reject(refusal)
  expect(await late).toEqual(sanne)
  expect(asks).toBe(1)
})

it('is asked for again where it did not reach the server', async () => {
  const { api, questions } = await connect(TOO_OLD, TOO_OLD, { body: sanne })
  const call = api.call(getOwnUser)
  await eventually(() => expect(questions.length).toBe(1))
  questions[0]?.resolve(true)
  await eventually(() => expect(questions.length).toBe(2))
  questions[1]?.resolve(true)
  expect(await call).toEqual(sanne)
})

it('leaves the refusal to who asked when nobody gives it, or the dialog can’t be had', async () => {
  const { api, requests, questions } = await connect(TOO_OLD, TOO_OLD)
  const cancelled = api.call(getOwnUser)
  await eventually(() => expect(questions.length).toBe(1))
  questions[0]?.resolve(false)
  await expect(cancelled).rejects.toMatchObject({
    reason: 'login-too-old',
    sentence: 'Bevestig eerst dat jij het bent.',
  })
  const without = api.call(getOwnUser)
  await eventually(() => expect(questions.length).toBe(2))
  questions[1]?.reject(new TypeError('Failed to fetch dynamically imported module'))
  await expect(without).rejects.toMatchObject({ reason: 'login-too-old' })
  expect(requests).toHaveLength(2)
})

it('is asked for by what is too weak as by what is too old, and says which', async () => {
  const refusals = ['login-too-weak', 'login-too-old'].map((reason) => new ApiError({ status: 403, reason }))
  const answers = [...refusals.map((refusal) => Promise.reject(refusal)), Promise.resolve(sanne)]
  for (const answer of answers) answer.catch(() => undefined)
  const asked: string[] = []
  const prove = async (why: string) => {
    asked.push(why)
    return true
  }
  const api = withProof({ call: () => answers.shift() } as unknown as Api, { ...nobodyTypes, prove })
  expect(await api.call(getOwnUser)).toEqual(sanne)
  expect(asked).toEqual(['login-too-weak', 'login-too-old'])
})

it('is waited for where the session is over, and what was refused goes out again by nobody but who asked', async () => {
  const over = new ApiError({ status: 401, reason: 'token-revoked' })
  const send = (isBack: boolean) => {
    const answers = [Promise.reject(over), Promise.resolve(sanne)]
    for (const answer of answers) answer.catch(() => undefined)
    const stub = { call: () => answers.shift() } as unknown as Api
    const prove = async () => false
    return withProof(stub, { prove, isLapsed: () => true, comeBack: async () => isBack }).call(getOwnUser)
  }
  expect(await send(true)).toEqual(sanne)
  await expect(send(false)).rejects.toBe(over)
})

it('is nothing to do with any other refusal', async () => {
  const { api, questions } = await connect({ status: 403, body: { reason: 'not-yours' } })
  await expect(api.call(getOwnUser)).rejects.toMatchObject({ reason: 'not-yours' })
  expect(questions).toEqual([])
})
