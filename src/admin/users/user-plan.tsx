import { registerLabel } from '#domain/users/names.ts'
import type { PlannedUser, SettledUser, UserAct } from '#domain/users/user-act.schema.ts'
import { type Remark, Remarks } from '#src/parts/many/act-progress.tsx'
import { PlanSentences } from '#src/parts/plan/plan-dialog.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { alreadyTexts, actTexts as texts, totalsOf, userActTexts, userObstacleTexts } from './act.texts.ts'

interface UserPlanProps {
  kind: UserAct['kind']
  plan: { people: readonly PlannedUser[]; waits_ended: number } | null
}

/** Plan of an act on users: its totals, and the users that it cannot be done to. */
export function UserPlan({ kind, plan }: UserPlanProps) {
  const people = plan?.people ?? []
  const by = Map.groupBy(people, ({ outcome }) => outcome)
  const [planned = [], already = [], refused = []] = [by.get('will'), by.get('already'), by.get('refused')]
  const remarks = remarksIn(kind, people)
  const { plan: sentencesOf, nothing } = userActTexts[kind]
  const sentences = planned.length > 0 ? sentencesOf(totalsOf(planned, plan?.waits_ended ?? 0)) : [nothing]
  return (
    <>
      <PlanSentences>
        {plan && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {already.length > 0 && (
          <StatusLine tone="neutral" icon="minus">
            {texts.alreadySo(already.length)}
          </StatusLine>
        )}
        {refused.length > 0 && (
          <StatusLine tone="warning" icon="alert">
            {texts.refused(refused.length)}
          </StatusLine>
        )}
      </PlanSentences>
      {remarks.length > 0 && (
        <details>
          <summary>{texts.summary}</summary>
          <Remarks caption={texts.caption} who="Gebruiker" remarks={remarks} />
        </details>
      )}
    </>
  )
}

const remarkOn = (person: PlannedUser, why: string): Remark => ({
  who: registerLabel(person),
  key: person.username,
  why: [why],
})

export const remarksIn = (kind: UserAct['kind'], people: readonly PlannedUser[]): Remark[] =>
  people.flatMap((person) => {
    if (person.obstacle) return [remarkOn(person, userObstacleTexts[person.obstacle])]
    return person.outcome === 'already' ? [remarkOn(person, alreadyTexts[kind])] : []
  })

/** Remarks on users who were not changed, because something changed between the plan and the act. */
export function remarksOn(people: readonly PlannedUser[], settled: readonly SettledUser[]): Remark[] {
  const known = new Map(people.map((person) => [person.id, person]))
  return settled.flatMap(({ id, obstacle }) => {
    const person = known.get(id)
    return person && obstacle ? [remarkOn(person, userObstacleTexts[obstacle])] : []
  })
}
