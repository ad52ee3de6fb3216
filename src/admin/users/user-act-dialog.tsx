import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useEffect, useState } from 'react'
import { carryOutUserAct, previewUserAct } from '#contract/users.ts'
import type { EducationDepartment } from '#domain/departments/department.schema.ts'
import { departmentSwitchedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { registerLabel } from '#domain/users/names.ts'
import { TYPED_FROM, USERS_AT_ONCE } from '#domain/users/user-act.rules.ts'
import type {
  BatchUser,
  BatchUserAct,
  PlannedUser,
  SettledUser,
  UserAct,
  UserGroup,
} from '#domain/users/user-act.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ConnectionNotice } from '#src/offline/connection-view.tsx'
import { ServerButton, UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ActProgress, type Remark, Remarks } from '#src/parts/many/act-progress.tsx'
import styles from '#src/parts/many/many.module.css'
import { useBatches } from '#src/parts/many/use-batches.ts'
import { keepChosen } from '#src/parts/messages/chosen-people.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { SelectField, TextField } from '#src/ui/field.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
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
  api: Api
  kind: UserAct['kind']
  group: UserGroup
  departments: readonly EducationDepartment[]
  /** closed; whether something was done */
  onClose: (isDone: boolean) => void
}

/** Does one thing to many users: what would come of it first, with who can't and why; then it happens, some at a time. */
export function UserActDialog({ api, kind, group, departments, onClose }: UserActDialogProps) {
  const navigate = useNavigate()
  const [departmentId, setDepartmentId] = useState<number | null>(null)
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const act = actOf(kind, departmentId)
  const { preview, problem, ask } = usePlan(api, act, group)
  const batches = useBatches<BatchUser, SettledUser>(USERS_AT_ONCE)
  const { progress } = batches
  const words = userActTexts[kind]
  const people = preview?.people ?? []
  const planned = people.filter(({ outcome }) => outcome === 'will')
  const losing = kind === 'department' ? planned.filter(({ ends }) => ends !== undefined).length : 0
  const department = departments.find(({ id }) => id === departmentId)?.name
  const { offer, confirm } = useMessageOffer(
    losing > 0 && department ? departmentSwitchedMessage({ department, ended: [], now: Date.now() }) : null,
  )
  const isUnderWay = progress !== null && progress.state !== 'finished' && progress.state !== 'stopped'
  const close = () => (isUnderWay ? batches.stop() : onClose(progress !== null && progress.settled.length > 0))
  const isTyping = kind === 'delete' && planned.length >= TYPED_FROM
  const isConfirmed = !isTyping || typed.trim().replaceAll('.', '') === String(planned.length)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!act || planned.length === 0 || !isConfirmed) return
    if (act.kind === 'message') {
      keepChosen(planned.map(({ id }) => id))
      void navigate({ to: '/admin/messages/new', search: { kind: 'users' } })
      return
    }
    const users = planned.map(({ id, ends }) => ({ id, ...(ends !== undefined && { ends }) }))
    confirm((message) => batches.start(users, (some, isRepeat) => send(api, { act, message }, some, isRepeat)))
  }
  return (
    <Dialog title={words.title} onClose={close}>
      <ConnectionNotice />
      {progress ? (
        <ActProgress
          words={{ ...userProgressTexts, ...words }}
          progress={progress}
          batches={batches}
          remarks={[...remarksIn(kind, people), ...remarksOn(people, progress.settled)]}
        >
          <Button tone={progress.state === 'finished' ? 'primary' : 'secondary'} onClick={close}>
            Sluiten
          </Button>
        </ActProgress>
      ) : (
        <form className={styles.flow} noValidate onSubmit={submit}>
          {kind === 'department' && (
            <SelectField
              label="Studierichting"
              value={departmentId ?? ''}
              onChange={({ target }) => setDepartmentId(Number(target.value))}
            >
              {departmentId === null && <option value="">{texts.chooseDepartment}</option>}
              {departments
                .filter(({ archived }) => !archived)
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
          )}
          {problem !== null && (
            <Alert>
              <p>{saveFailureText(problem, texts.previewFailed)}</p>
              <Button onClick={ask}>Opnieuw proberen</Button>
            </Alert>
          )}
          {act && !preview && problem === null && <Skeleton lines={3} />}
          <div role="status" className={styles.flow}>
            {preview && <Plan kind={kind} people={people} waits={preview.waits_ended} />}
          </div>
          {preview && <Remarked remarks={remarksIn(kind, people)} />}
          {isTyping && (
            <TextField
              label={texts.typeToConfirm(planned.length)}
              inputMode="numeric"
              autoComplete="off"
              value={typed}
              error={isTried && !isConfirmed ? texts.typedWrong(planned.length) : undefined}
              onChange={({ target }) => setTyped(target.value)}
            />
          )}
          {losing > 0 && <MessageOffer offer={offer} recipients={losing} />}
          <DialogActions>
            <Button onClick={close}>Annuleren</Button>
            {planned.length > 0 && (
              <ServerButton type="submit" tone={kind === 'delete' ? 'danger' : 'primary'}>
                {words.confirm(planned.length)}
              </ServerButton>
            )}
          </DialogActions>
        </form>
      )}
      <UnsavedChanges isDirty={isUnderWay} />
    </Dialog>
  )
}

interface Confirmed {
  act: BatchUserAct
  message: WrittenMessage | undefined
}

async function send(api: Api, { act, message }: Confirmed, some: readonly BatchUser[], isRepeat: boolean) {
  const { users } = await api.call(carryOutUserAct, { body: { act, users: [...some], message } })
  // A lost answer leaves unknown which of them it was about: the requested state holds now.
  return isRepeat
    ? users.map((user): SettledUser => (user.outcome === 'already' ? { ...user, outcome: 'done' } : user))
    : users
}

function actOf(kind: UserAct['kind'], departmentId: number | null): UserAct | null {
  if (kind !== 'department') return { kind }
  return departmentId === null ? null : { kind, education_department_id: departmentId }
}

/** Preview of the act, fetched again whenever the act changes; null while unknown. */
function usePlan(api: Api, act: UserAct | null, group: UserGroup) {
  const [found, setFound] = useState<{ of: string; plan: { people: PlannedUser[]; waits_ended: number } } | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const [attempt, setAttempt] = useState(0)
  const asked = JSON.stringify({ act, group })
  // biome-ignore lint/correctness/useExhaustiveDependencies: `asked` is all that is asked
  useEffect(() => {
    if (!act) return
    let isOutdated = false
    setProblem(null)
    api.call(previewUserAct, { body: { act, group } }).then(
      (plan) => !isOutdated && setFound({ of: asked, plan }),
      (error) => !isOutdated && setProblem(error),
    )
    return () => {
      isOutdated = true
    }
  }, [api, asked, attempt])
  return {
    preview: found?.of === asked ? found.plan : null,
    problem,
    ask: () => setAttempt((count) => count + 1),
  }
}

interface PlanProps {
  kind: UserAct['kind']
  people: readonly PlannedUser[]
  waits: number
}

function Plan({ kind, people, waits }: PlanProps) {
  const count = (outcome: PlannedUser['outcome']) => people.filter((person) => person.outcome === outcome)
  const planned = count('will')
  const [already, refused] = [count('already').length, count('refused').length]
  const sentences =
    planned.length > 0 ? userActTexts[kind].plan(totalsOf(planned, waits)) : [userActTexts[kind].nothing]
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      {already > 0 && (
        <StatusLine tone="neutral" icon="minus">
          {texts.alreadySo(already)}
        </StatusLine>
      )}
      {refused > 0 && (
        <StatusLine tone="warning" icon="alert">
          {texts.refused(refused)}
        </StatusLine>
      )}
    </>
  )
}

const Remarked = ({ remarks }: { remarks: readonly Remark[] }) =>
  remarks.length > 0 && (
    <details>
      <summary>Bij wie niet, en waarom</summary>
      <Remarks caption="Bij wie het niet kan" who="Gebruiker" remarks={remarks} />
    </details>
  )

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

/** What came of nothing after all, since something changed between the plan and the act. */
function remarksOn(people: readonly PlannedUser[], settled: readonly SettledUser[]): Remark[] {
  const known = new Map(people.map((person) => [person.id, person]))
  return settled.flatMap(({ id, obstacle }) => {
    const person = known.get(id)
    return person && obstacle ? [remarkOn(person, userObstacleTexts[obstacle])] : []
  })
}
