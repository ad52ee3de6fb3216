import { type Ref, useRef, useState } from 'react'
import { createEnrollment } from '#contract/enrollments.gen.ts'
import { uncompleteModules } from '#contract/modules.gen.ts'
import { joinWaiting } from '#contract/waiting.gen.ts'
import { briefLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { enrollmentFactsOf, moduleFactsOf, momentFactsOf } from '#domain/enrollments/choice.rules.ts'
import { mayEnroll } from '#domain/enrollments/enrollment.rules.ts'
import type { ModuleStatus, Testmoment } from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentOutcomeTexts } from '#domain/enrollments/enrollment.texts.ts'
import { enrollmentBadge } from '#domain/enrollments/enrollment-card.texts.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { completedByResultText } from '#domain/results/result.texts.ts'
import { byStart } from '#domain/testmoments/testmoment.rules.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { useFocusAfter } from '#src/parts/use-focus-after.ts'
import { ServerButton, SubmitButton, useWrite } from '#src/parts/writing/writing.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Form, Options, SelectField } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import type { StudentEnrollments } from './load-users.ts'
import { UnenrollButton } from './unenroll-button.tsx'
import styles from './user-edit.module.css'
import { userEditTexts as texts } from './user-edit.texts.ts'
import { WaitingPlaces } from './waiting-places.tsx'

/** Lets a teacher enroll and unenroll a student, even while enrollment is closed; all other rules apply. */
export const EnrollmentsSection = ({ user, enrollments }: { user: User; enrollments: StudentEnrollments }) => (
  <EditSection title="Inschrijvingen">
    {enrollments.testmoments.length === 0 && <p>{texts.noMoments}</p>}
    {enrollments.statuses.length === 0 ? (
      <p>{texts.noModules}</p>
    ) : (
      <ul className={styles.modules}>
        {enrollments.statuses.map((status) => (
          <li key={status.module.id}>
            <EnrollmentRow user={user} status={status} enrollments={enrollments} />
          </li>
        ))}
      </ul>
    )}
  </EditSection>
)

/** Undoes 'afgerond' that came from a wrong result, for when that result was deleted and cannot be corrected. */
function ReopenButton({ user, module }: Pick<EnrollmentRowProps, 'user'> & Pick<ModuleStatus, 'module'>) {
  const api = useApi()
  const { isBusy, write } = useWrite({ inToast: true })
  const link = user._links.modules_uncompleted
  const reopen = (link: Link) =>
    write({
      send: () => api.follow(uncompleteModules, link, { body: { entities: [{ id: module.id }] } }),
      saved: texts.reopened(personLabel(user), module.name),
      failed: texts.reopenFailed,
    })
  return (
    link && (
      <ServerButton busy={isBusy} aria-label={`${texts.reopen}: module ${module.name}`} onClick={() => reopen(link)}>
        {texts.reopen}
      </ServerButton>
    )
  )
}

interface EnrollmentRowProps {
  user: User
  status: ModuleStatus
  enrollments: StudentEnrollments
}

/** One module of the student: where they are enrolled, or could be. */
function EnrollmentRow({ user, status, enrollments }: EnrollmentRowProps) {
  const api = useApi()
  const { isBusy, busy, write } = useWrite<'enrolling' | 'joining'>({ inToast: true })
  const now = Date.now()
  const { module, enrollment_moment: moment } = status
  const enrollment = moment && status.enrollments[moment.id]?.enrollment
  const possible = possibleMoments(enrollments, status, now)
  const [chosenId, setChosenId] = useState<number>()
  const target = possible.find(({ id }) => id === chosenId) ?? possible[0]

  const control = useRef<HTMLButtonElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const notePress = useFocusAfter(moment?.id, () => control.current ?? heading.current)

  const [fullMomentId, setFullMomentId] = useState<number>()
  const enrollmentAt = (at: Testmoment) => ({ user_id: user.id, testmoment_id: at.id, module_id: module.id })
  const enroll = async (above_seats: boolean) => {
    if (!target) return
    notePress()
    const isEnrolled = await write({
      name: 'enrolling',
      send: () =>
        api.call(createEnrollment, { body: { ...enrollmentAt(target), ...(above_seats && { above_seats }) } }),
      saved: texts.enrolled(personLabel(user), module.name, briefLabel(target, now)),
      failed: enrollmentOutcomeTexts.enrollFailed,
      onRefused: (error) => {
        const isFull = isRefusedFor(error, 'moment-full')
        if (isFull) setFullMomentId(target.id)
        return isFull
      },
    })
    if (isEnrolled) setFullMomentId(undefined)
  }
  const waits = enrollments.waiting.filter(({ module_id }) => module_id === module.id)
  const join = async (at: Testmoment) => {
    const hasJoined = await write({
      name: 'joining',
      send: () => api.call(joinWaiting, { body: { ...enrollmentAt(at), moves: false } }),
      saved: ({ entity }) => {
        const text = entity ? texts.onList : texts.enrolled
        return text(personLabel(user), module.name, briefLabel(at, now))
      },
      onDone: () => heading.current?.focus(),
      failed: texts.onListFailed,
    })
    if (hasJoined) setFullMomentId(undefined)
  }
  const link = enrollment?._links.delete
  return (
    <div className={styles.module} data-layout="row 3 between">
      <div data-layout="grows">
        <h3 ref={heading} tabIndex={-1}>
          {module.name}
        </h3>
        <ModuleState status={status} now={now} />
      </div>
      {status.by_result && <ReopenButton user={user} module={module} />}
      {moment && link && (
        <UnenrollButton
          key={enrollment.id}
          ref={control}
          unenrolling={{ link, user, moduleName: module.name, from: moment }}
          onSent={notePress}
        />
      )}
      {!moment && target && (
        <MomentChoice
          moduleName={module.name}
          possible={possible}
          target={target}
          now={now}
          button={{ ref: control, busy: busy === 'enrolling', disabled: isBusy }}
          onChoose={setChosenId}
          onEnroll={() => void enroll(false)}
        />
      )}
      {!moment && target && target.id === fullMomentId && (
        <FullMoment
          label={briefLabel(target, now)}
          isWaiting={waits.some(({ testmoment_id }) => testmoment_id === target.id)}
          busy={busy}
          onJoin={() => join(target)}
          onEnroll={() => enroll(true)}
        />
      )}
      <WaitingPlaces
        user={user}
        entries={waits}
        testmoments={enrollments.testmoments}
        heading={() => heading.current}
      />
    </div>
  )
}

/** Moments at which a teacher may enroll the student in this module, the earliest first. */
function possibleMoments(
  { testmoments, statuses }: StudentEnrollments,
  status: ModuleStatus,
  now: number,
): Testmoment[] {
  const activeEnrollments = enrollmentFactsOf(statuses)
  return testmoments
    .filter((testmoment) => {
      const facts = { moment: momentFactsOf(testmoment), module: moduleFactsOf(status), enrollments: activeEnrollments }
      return mayEnroll({ ...facts, by: 'administrator', now }).allowed
    })
    .toSorted(byStart)
}

function ModuleState({ status, now }: { status: ModuleStatus; now: number }) {
  const { module, enrollment_moment: moment, is_completed, by_result } = status
  const completedText = by_result ? completedByResultText : 'Afgerond'
  const openIcon = moment ? 'enrolled' : 'minus'
  return (
    <>
      <p>{module.description}</p>
      <StatusLine tone={moment || is_completed ? 'success' : 'neutral'} icon={is_completed ? 'done' : openIcon}>
        {is_completed ? completedText : enrollmentBadge(moment && whenAndWhereLabel(moment, now))}
      </StatusLine>
      {moment && status.enrollments[moment.id]?.enrollment?.has_record && (
        <StatusLine icon="lock">{texts.recorded}</StatusLine>
      )}
    </>
  )
}

interface MomentChoiceProps {
  moduleName: string
  possible: readonly Testmoment[]
  target: Testmoment
  now: number
  button: { ref: Ref<HTMLButtonElement>; busy: boolean; disabled: boolean }
  onChoose: (id: number) => void
  onEnroll: () => void
}

function MomentChoice({ moduleName, possible, target, now, button, onChoose, onEnroll }: MomentChoiceProps) {
  return (
    <Form data-layout="row 3 end" onSubmit={onEnroll}>
      <SelectField
        label="Toetsmoment"
        aria-label={texts.momentOf(moduleName)}
        value={target.id}
        onChange={(event) => onChoose(Number(event.target.value))}
      >
        <Options of={possible.map((testmoment) => [testmoment.id, whenAndWhereLabel(testmoment, now)])} />
      </SelectField>
      <SubmitButton {...button} tone="secondary" aria-label={texts.enrollFor(moduleName)}>
        Inschrijven
      </SubmitButton>
    </Form>
  )
}

interface FullMomentProps {
  label: string
  isWaiting: boolean
  busy: 'enrolling' | 'joining' | null
  onJoin: () => void
  onEnroll: () => void
}

/** Offers the waiting list, or an enrollment above the seats. */
const FullMoment = ({ label, isWaiting, busy, onJoin, onEnroll }: FullMomentProps) => (
  <div className={styles.full}>
    <Alert tone="warning">
      <p>{texts.full(label)}</p>
      <div data-layout="row 3 end">
        {!isWaiting && (
          <ServerButton busy={busy === 'joining'} disabled={busy !== null} onClick={onJoin}>
            {texts.putOnList}
          </ServerButton>
        )}
        <ServerButton busy={busy === 'enrolling'} disabled={busy !== null} onClick={onEnroll}>
          {texts.enrollAbove}
        </ServerButton>
      </div>
    </Alert>
  </div>
)
