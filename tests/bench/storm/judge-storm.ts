import { refreshTokenHash } from '#api-server/sessions/tokens.ts'
import type { Database } from '#database/engine/open-database.ts'
import type { StormJournal, StudentJournal } from './journal.ts'
import { OPENING, SLOTS } from './storm-school.ts'

/** How many students' journals and the database disagree, by what about; all 0 is what must hold. */
export interface Verdict {
  /** acknowledged, and not in the database */
  lost: number
  /** rows in the database that nobody was answered */
  unasked: number
  /** students with more than they may have */
  aboveLimit: number
  /** students whose newest refresh token is not the one that was given to them, or is good no more */
  loggedOut: number
  /** students without all their answers, or without a seat although the moment has one for them */
  unsettled: number
}

/** Compares the answers to each student with the rows in the database. */
export async function judgeStorm({ kysely }: Database, journal: StormJournal): Promise<Verdict> {
  const rows = await kysely
    .selectFrom('enrollment')
    .select(['id', 'user_id', 'testmoment_id', 'module_id'])
    .where('testmoment_id', '=', OPENING)
    .execute()
  const stored = Map.groupBy(rows, ({ user_id }) => user_id)
  const good = new Set(
    (
      await kysely
        .selectFrom('refresh_token')
        .innerJoin('session', 'session.id', 'refresh_token.session_id')
        .select('token_hash')
        .where('superseded_at', 'is', null)
        .where('revoked_at', 'is', null)
        .execute()
    ).map(({ token_hash }) => token_hash),
  )

  const verdict: Verdict = { lost: 0, unasked: 0, aboveLimit: 0, loggedOut: 0, unsettled: 0 }
  for (const student of journal.students.values()) {
    const own = stored.get(student.user_id) ?? []
    verdict.lost += student.acknowledged.filter((answer) => !own.some((row) => isSame(row, answer))).length
    const unasked = own.filter((row) => !student.acknowledged.some((answer) => isSame(row, answer)))
    if (!student.unknown) verdict.unasked += unasked.length
    if (own.length > SLOTS) verdict.aboveLimit += 1
    if (!good.has(refreshTokenHash(student.refreshToken))) verdict.loggedOut += 1
    if (!student.settled || own.length === 0) verdict.unsettled += 1
  }
  return verdict
}

type Answer = StudentJournal['acknowledged'][number]

const isSame = (row: Answer, answer: Answer) =>
  row.id === answer.id &&
  row.user_id === answer.user_id &&
  row.testmoment_id === answer.testmoment_id &&
  row.module_id === answer.module_id

/** '0 lost, 0 above their limit', of these and what else is counted. */
export const verdictInWords = (counts: object): string =>
  Object.entries(counts)
    .map(([what, times]) => `${times} ${IN_WORDS[what] ?? what}`)
    .join(', ')

const IN_WORDS: Record<string, string> = { aboveLimit: 'above their limit', loggedOut: 'logged out' }
