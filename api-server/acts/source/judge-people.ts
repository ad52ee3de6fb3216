import { giveAddress } from '#api-server/accounts/give-address.ts'
import { listStudents, REWRITTEN, type WrittenStudent, writeStudents } from '#api-server/acts/import/import.queries.ts'
import { stepAfter } from '#api-server/acts/import/import-students.ts'
import type { ApiContext, Deps } from '#api-server/context.ts'
import { recordChange } from '#api-server/facts/record-change.ts'
import { lockStudents, onceMoreIfTaken } from '#api-server/platform/locks.ts'
import { planChanged, planDigest, requirePlan } from '#api-server/platform/plans.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { giveSourceVerdict, previewSourceVerdict } from '#contract/source.gen.ts'
import type { Database } from '#database/engine/open-database.ts'
import { inChunks } from '#database/queries/batched-reads.ts'
import type { Transaction } from '#database/tables.ts'
import { SOURCE } from '#domain/audit/audit.texts.ts'
import type { Proposal } from '#domain/source/source.rules.ts'
import { sourceCountsSchema, type VerdictPlan } from '#domain/source/source.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import { findable } from '#domain/users/search.rules.ts'
import { type AssessedPerson, assessSome } from './assess-people.ts'
import { recount } from './counted-people.ts'
import { proposalReply } from './page-people.ts'
import { linkPeople, listPeopleBy, rejectPeople } from './source-people.queries.ts'
import { lockSource, updateSource } from './source-state.queries.ts'

async function judge(
  kysely: Database['kysely'] | Transaction,
  { verdict, keys }: BodyOf<typeof previewSourceVerdict>,
  now: number,
): Promise<{ plan: VerdictPlan; assessed: readonly AssessedPerson[] }> {
  const assessed = await assessSome(kysely, await listPeopleBy(kysely, keys), now)
  const ids = proposalsIn(assessed).map(({ user_id }) => user_id)
  const accounts = ids.length > 0 ? await listStudents(kysely, ids) : new Map()
  const people = assessed.map(({ person, followed: { remarks, proposal } }) => {
    const account = accounts.get(proposal?.user_id ?? 0)
    return {
      key: person.source_key,
      name: personLabel(person),
      account: account ? personLabel(account) : '',
      student_number: person.student_number,
      remarks: [...remarks],
      proposal: proposalReply(proposal),
    }
  })
  const isNothing = people.every(({ proposal }) => proposal === null)
  return { plan: { confirmation: isNothing ? null : planDigest(verdict, people), people }, assessed }
}

export const previewVerdict = async (
  { database, clock }: Deps,
  wish: BodyOf<typeof previewSourceVerdict>,
): Promise<VerdictPlan> => (await judge(database.kysely, wish, clock())).plan

/**
 * Confirms or rejects what the source says of some people. A confirmed address of an account in use is notified at the old
 * address; links and logins that came from it end. Throws `plan-changed` with the present plan, also when an address was taken
 * meanwhile.
 */
export async function giveVerdict(
  { database, letters, clock }: Deps & Pick<ApiContext, 'letters'>,
  { confirmation, ...wish }: BodyOf<typeof giveSourceVerdict>,
  actorId: number,
): Promise<void> {
  // Somebody may get the address or the number meanwhile: the next judgement sees it.
  await onceMoreIfTaken(database, () =>
    database.transaction(async (trx) => {
      // Before the students: the copy stays as it is, and of two verdicts the second sees what the first did.
      await lockSource(trx)
      const locked = proposalsIn((await judge(trx, wish, clock())).assessed).map(({ user_id }) => user_id)
      await lockStudents(trx, locked)
      const now = clock()
      const { plan, assessed } = await judge(trx, wish, now)
      requirePlan(plan, confirmation)
      const proposals = proposalsIn(assessed)
      if (!proposals.every(({ user_id }) => locked.includes(user_id))) throw planChanged(plan)
      const act = { actorId, proposals }
      if (wish.verdict === 'confirm') await confirm(trx, act, now)
      else await reject(trx, act, now)
      await countDecided(trx, assessed, now)
    }),
  )
  letters.wake()
}

interface Decided extends Proposal {
  source_key: string
}

const proposalsIn = (assessed: readonly AssessedPerson[]): Decided[] =>
  assessed.flatMap(({ person: { source_key }, followed: { proposal } }) =>
    proposal ? [{ ...proposal, source_key }] : [],
  )

interface Act {
  actorId: number
  proposals: readonly Decided[]
}

async function confirm(trx: Transaction, { actorId, proposals }: Act, now: number): Promise<void> {
  const userIds = proposals.map(({ user_id }) => user_id)
  const students = await listStudents(trx, userIds)
  const written = proposals.flatMap(({ user_id, after }): WrittenStudent[] => {
    const student = students.get(user_id)
    if (!student) return []
    const { education_department: _, ...values } = after
    const edited = { ...student, ...values }
    return [{ ...findable(edited), onboarding_step: stepAfter(student, edited), version: student.version + 1 }]
  })
  for (const some of inChunks(written, REWRITTEN)) await writeStudents(trx, some)
  await linkPeople(trx, proposals)
  for (const { user_id, before, after } of proposals) {
    const fields = Object.keys(after).toSorted()
    const about = { resource: 'user', resourceId: user_id, about: SOURCE } as const
    await recordChange(trx, { actorId, action: 'source-confirmed', ...about, fields }, now)
    if (after.username === undefined) continue
    await giveAddress(trx, { user_id, username: after.username, former: before.username ?? '', actorId }, now)
  }
}

/** The source is not asked again about what was rejected, until it says something else. */
async function reject(trx: Transaction, { actorId, proposals }: Act, now: number): Promise<void> {
  const keys = proposals.map(({ source_key }) => source_key)
  await rejectPeople(trx, keys)
  for (const { user_id } of proposals) {
    const about = { resource: 'user', resourceId: user_id, about: SOURCE } as const
    await recordChange(trx, { actorId, action: 'source-rejected', ...about }, now)
  }
}

/** Brings the counts of the last run, which the overview shows, and its lists up to date. */
async function countDecided(trx: Transaction, before: readonly AssessedPerson[], now: number): Promise<void> {
  const { counts: kept, phase } = await lockSource(trx)
  if (kept === null) return
  const keys = before.map(({ person }) => person.source_key)
  const after = await assessSome(trx, await listPeopleBy(trx, keys), now)
  const isOver = phase !== 'previewed' && phase !== 'braked'
  const counts = await recount(trx, sourceCountsSchema.parse(JSON.parse(kept)), { before, after, isOver })
  await updateSource(trx)
    .set({ counts: JSON.stringify(counts) })
    .execute()
}
