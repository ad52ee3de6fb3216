import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { carryOutUserAct, previewUserAct } from '#contract/users.gen.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { groupBy } from '#domain/entities/groups.ts'
import { departmentSwitchedMessage } from '#domain/messages/change.texts.ts'
import { registerLabel } from '#domain/users/names.ts'
import { userFieldTexts } from '#domain/users/user.texts.ts'
import { TYPED_FROM, USERS_AT_ONCE } from '#domain/users/user-act.rules.ts'
import type { BatchUser, PlannedUser, SettledUser, UserAct, UserGroup } from '#domain/users/user-act.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { type Remark, Remarks } from '#src/parts/many/act-progress.tsx'
import { asDone, useBatches } from '#src/parts/many/use-batches.ts'
import { keepChosen } from '#src/parts/messages/chosen-people.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { BatchPlanDialog } from '#src/parts/plan/batch-plan-dialog.tsx'
import { PlanButtons, PlanSentences, PlanState } from '#src/parts/plan/plan-dialog.tsx'
import { useTypedNumber } from '#src/parts/plan/typed-number.tsx'
import { usePlan } from '#src/parts/plan/use-plan.ts'
import { Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import {
  alreadyTexts,
  actTexts as texts,
  totalsOf,
  userActTexts,
  userObstacleTexts,
  userProgressTexts,
} from './act.texts.ts'

interface UserActDialogProps {
  kind: UserAct['kind']
  group: UserGroup
  departments: readonly EducationDepartment[]
  classGroups: readonly string[]
  /** called on closing; `isDone`: something was carried out */
  onClose: (isDone: boolean) => void
}

export function UserActDialog({ kind, group, departments, classGroups, onClose }: UserActDialogProps) {
  const api = useApi()
  const navigate = useNavigate()
  const [given, give] = useState<Given>({})
  const { department } = given
  const act = actOf(kind, given)
  const plan = usePlan({
    question: act && { act, group },
    preview: (body) => api.call(previewUserAct, { body }),
    failed: texts.previewFailed,
  })
  const batches = useBatches<BatchUser, SettledUser>(USERS_AT_ONCE)
  const words = userActTexts[kind]
  const people = plan.plan?.people ?? []
  const planned = people.filter(({ outcome }) => outcome === 'will')
  const losing = kind === 'department' ? planned.filter(({ ends }) => ends !== undefined).length : 0
  const { offer, confirm } = useMessageOffer(
    losing > 0 && department
      ? departmentSwitchedMessage({ department: department.name, ended: [], now: Date.now() })
      : null,
  )
  const carryOut = () => {
    if (act?.kind === 'message') {
      keepChosen(planned.map(({ id }) => id))
      void navigate({ to: '/admin/messages/new', search: { kind: 'users' } })
    } else if (act) {
      const users = planned.map(({ id, ends }) => ({ id, ...(ends !== undefined && { ends }) }))
      confirm((message) =>
        batches.start(users, async (some, isRepeat) => {
          const settled = await api.call(carryOutUserAct, { body: { act, users: [...some], message } })
          return isRepeat ? settled.users.map(asDone) : settled.users
        }),
      )
    }
  }
  const isLarge = kind === 'delete' && planned.length >= TYPED_FROM
  const number = useTypedNumber(isLarge ? planned.length : null, carryOut)
  return (
    <BatchPlanDialog
      title={words.title}
      batches={batches}
      words={{ ...userProgressTexts, ...words }}
      remarks={[...remarksIn(kind, people), ...remarksOn(people, batches.progress?.settled ?? [])]}
      onClose={onClose}
    >
      {(close) => (
        <>
          {kind === 'department' && (
            <DepartmentField
              departments={departments}
              department={department}
              onGive={(department) => give({ department })}
            />
          )}
          {kind === 'class-group' && (
            <ClassGroupField
              classGroups={classGroups}
              classGroup={given.classGroup}
              onGive={(classGroup) => give({ classGroup })}
            />
          )}
          <PlanState plan={plan} />
          <UserPlan kind={kind} plan={plan.plan} />
          {number.field}
          {losing > 0 && <MessageOffer offer={offer} recipients={losing} />}
          <PlanButtons
            label={planned.length > 0 ? words.confirm(planned.length) : null}
            tone={kind === 'delete' ? 'danger' : 'primary'}
            onConfirm={number.confirm}
            onClose={close}
          />
        </>
      )}
    </BatchPlanDialog>
  )
}

/** The chosen department or class group; undefined until chosen. */
interface Given {
  department?: EducationDepartment | undefined
  /** null for no class group */
  classGroup?: string | null
}

function actOf(kind: UserAct['kind'], { department, classGroup }: Given): UserAct | null {
  if (kind === 'department') return department ? { kind, education_department_id: department.id } : null
  if (kind === 'class-group') return classGroup === undefined ? null : { kind, class_group: classGroup }
  return { kind }
}

interface DepartmentFieldProps {
  departments: readonly EducationDepartment[]
  department: EducationDepartment | undefined
  onGive: (department: EducationDepartment | undefined) => void
}

const DepartmentField = ({ departments, department, onGive }: DepartmentFieldProps) => (
  <SelectField
    label="Studierichting"
    value={department?.id ?? ''}
    onChange={({ target }) => onGive(departments.find(({ id }) => id === Number(target.value)))}
  >
    {!department && <option value="">{texts.chooseDepartment}</option>}
    <Options of={departments.flatMap(({ id, name, archived }) => (archived ? [] : [[id, name] as const]))} />
  </SelectField>
)

interface ClassGroupFieldProps {
  classGroups: readonly string[]
  classGroup: string | null | undefined
  onGive: (classGroup: string | null) => void
}

/** The value of an option is its index, since a class group may have any name. */
const ClassGroupField = ({ classGroups, classGroup, onGive }: ClassGroupFieldProps) => (
  <SelectField
    label={userFieldTexts.class_group.label}
    value={classGroup === undefined ? '' : classGroup === null ? NONE : classGroups.indexOf(classGroup)}
    onChange={({ target: { value } }) => onGive(classGroups[Number(value)] ?? null)}
  >
    {classGroup === undefined && <option value="">{texts.chooseClassGroup}</option>}
    <Options of={classGroups.map((name, at) => [at, name])} />
    <option value={NONE}>{texts.noClassGroup}</option>
  </SelectField>
)

const NONE = -1

interface UserPlanProps {
  kind: UserAct['kind']
  plan: { people: readonly PlannedUser[]; waits_ended: number } | null
}

function UserPlan({ kind, plan }: UserPlanProps) {
  const people = plan?.people ?? []
  const by = groupBy(people, ({ outcome }) => outcome)
  const [planned = [], already = [], refused = []] = [by.get('will'), by.get('already'), by.get('refused')]
  const remarks = remarksIn(kind, people)
  const { plan: sentencesOf, nothing } = userActTexts[kind]
  const sentences = planned.length > 0 ? sentencesOf(totalsOf(planned, plan?.waits_ended ?? 0)) : [nothing]
  return (
    <>
      <PlanSentences>
        {plan && sentences.map((sentence) => <p key={sentence}>{sentence}</p>)}
        {already.length > 0 && <StatusLine icon="minus">{texts.alreadySo(already.length)}</StatusLine>}
        {refused.length > 0 && <StatusLine tone="warning">{texts.refused(refused.length)}</StatusLine>}
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

const remarksIn = (kind: UserAct['kind'], people: readonly PlannedUser[]): Remark[] =>
  people.flatMap((person) => {
    if (person.obstacle) return [remarkOn(person, userObstacleTexts[person.obstacle])]
    return person.outcome === 'already' ? [remarkOn(person, alreadyTexts[kind])] : []
  })

/** Remarks on users who were not changed, because something changed between the plan and the act. */
function remarksOn(people: readonly PlannedUser[], settled: readonly SettledUser[]): Remark[] {
  const known = new Map(people.map((person) => [person.id, person]))
  return settled.flatMap(({ id, obstacle }) => {
    const person = known.get(id)
    return person && obstacle ? [remarkOn(person, userObstacleTexts[obstacle])] : []
  })
}
