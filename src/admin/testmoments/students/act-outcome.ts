import type { BatchTest, GroupAct, PlannedPerson, SettledTest } from '#domain/enrollments/group-act.schema.ts'
import { letterDiffersText, lineFaultTexts, remarkText, zerosLostText } from '#domain/enrollments/group-act.texts.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { registerLabel } from '#domain/users/names.ts'
import { differInLetter, differInZeros, readPersonKey } from '#domain/users/student-number.rules.ts'
import type { Remark } from '#src/parts/many/act-progress.tsx'
import type { Progress } from '#src/parts/many/use-batches.ts'
import { studentsTexts as texts } from './students.texts.ts'

export interface Preview {
  act: GroupAct
  people: readonly PlannedPerson[]
  modules: readonly { id: number; name: string }[]
}

const nameIn = (modules: Preview['modules'], id: number): string =>
  modules.find((module) => module.id === id)?.name ?? ''

/** Remarks on people of a preview with an obstacle, each with the number that identifies the line; none for the others. */
export function remarksIn({ act, people, modules }: Preview): Remark[] {
  const now = Date.now()
  return people.flatMap(({ text, user, fault, tests }) => {
    const why = fault
      ? [lineFaultTexts[fault]]
      : tests.flatMap((test) => remarkText(act.kind, test, nameIn(modules, test.module_id), now) ?? [])
    if (!fault && tests.length === 0) why.push(texts.notHere)
    const number = user?.student_number ?? ''
    const key = readPersonKey(text)
    const typed = key.kind === 'number' ? key.student_number : ''
    if (differInZeros(typed, number)) why.push(zerosLostText(number))
    if (differInLetter(typed, number)) why.push(letterDiffersText(number))
    const who = user ? registerLabel(user) : text
    return why.length === 0 ? [] : [{ who, key: text || (user?.username ?? ''), why: [...new Set(why)] }]
  })
}

/** Remarks on enrollments that failed, because something changed between the preview and the act. */
export function remarksOn({ act, people, modules }: Preview, { settled }: Progress<SettledTest>): Remark[] {
  const now = Date.now()
  const users = new Map(people.flatMap(({ user }) => (user ? [[user.id, user] as const] : [])))
  return [...groupBy(settled, ({ user_id }) => user_id)].flatMap(([id, tests]) => {
    const why = tests.flatMap((test) => remarkText(act.kind, test, nameIn(modules, test.module_id), now) ?? [])
    const user = users.get(id)
    return why.length > 0 && user ? [{ who: registerLabel(user), key: user.username, why: [...new Set(why)] }] : []
  })
}

/** Enrollments to make; above the limit of seats only if the preview said so. */
export const plannedTests = ({ people }: Pick<Preview, 'people'>): BatchTest[] =>
  people.flatMap(({ user, tests }) =>
    user
      ? tests
          .filter(({ outcome }) => outcome === 'will')
          .map(({ module_id, above }) => ({ user_id: user.id, module_id, ...(above && { above_seats: true }) }))
      : [],
  )
