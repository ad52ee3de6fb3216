import { useId } from 'react'
import { whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import { canBeChosen } from '#domain/enrollments/enrollment.rules.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentBadge, lostForGoodText } from '#domain/enrollments/enrollment-card.texts.ts'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import { placeLabel } from '#domain/enrollments/waiting.texts.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import { completedByResultText } from '#domain/results/result.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import type { StudentLists } from '#src/enrollment/student-lists.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { ConfirmDialog, Problem, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Note } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import { Form } from '#src/ui/field.tsx'
import { VisuallyHidden } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import styles from './completed-modules.module.css'
import { completedTexts, losingTexts as texts } from './completed-modules.texts.ts'
import { changesIn, isTicked, lostEnrollments, type Ticks } from './completion-changes.ts'
import { type Losses, saveCompletion, useCompletion } from './use-completion.ts'

interface CompletedModulesScreenProps {
  user: User
  lists: StudentLists | null
  statuses: readonly ModuleStatus[]
}

export function CompletedModulesScreen({ user, lists, statuses }: CompletedModulesScreenProps) {
  const api = useApi()
  const completion = useCompletion({ statuses, lists }, (changes) => saveCompletion({ api, user }, changes))
  const now = useServerTime()()
  const noteId = useId()
  const { isEditing, ticks, losing, problem } = completion

  if (statuses.length === 0) {
    return <PageMessage title={completedTexts.noModules}>{emptyListTexts.noModulesInDepartment}</PageMessage>
  }
  return (
    <div className={styles.page} data-layout="stack 4 start" data-width="44">
      <Explanation />
      <Card>
        <Form
          data-layout="stack 4"
          onSubmit={() => {
            if (isEditing) void completion.submit()
            else completion.edit()
          }}
        >
          <Checklist
            legend="Afgeronde modules"
            isDisabled={!isEditing || completion.isBusy}
            isWhole
            options={statuses.map((status) => {
              const lost = lostText(status, ticks, now)
              return {
                id: status.module.id,
                label: moduleLabel(status.module),
                hint: lost ?? hintOf(status, now),
                hintTone: lost === null ? 'success' : 'warning',
                isChecked: isTicked(status, ticks),
                isFixed: status.by_result,
              }
            })}
            onChange={completion.tick}
          />
          <Problem text={problem} />
          <FormActions completion={completion} noteId={noteId} />
        </Form>
      </Card>
      {losing && (
        <LosingDialog
          losing={losing}
          now={now}
          isBusy={completion.isBusy}
          onConfirm={completion.confirm}
          onClose={completion.keep}
        />
      )}
      <UnsavedChanges isDirty={completion.isDirty} />
    </div>
  )
}

/** Returns what completing the module ends, or that the student can no longer change it. */
function hintOf(status: ModuleStatus, now: number): string | undefined {
  if (status.by_result) return completedByResultText
  const enrolled = futureEnrollment(status, now)
  return enrolled ? enrollmentBadge(whenAndWhereLabel(enrolled.testmoment, now)) : undefined
}

/** The enrollment that a tick ends, shown beside the tick: saving asks about all of them at once. */
function lostText(status: ModuleStatus, ticks: Ticks, now: number): string | null {
  const [lost] = lostEnrollments([status], changesIn([status], ticks), now)
  return lost ? texts.endsBySaving(whenAndWhereLabel(lost.testmoment, now)) : null
}

const Explanation = () => (
  <div className={styles.explanation} data-layout="stack 4">
    <p>{completedTexts.means}</p>
    <Note tone="warning">{completedTexts.warning}</Note>
  </div>
)

interface FormActionsProps {
  completion: ReturnType<typeof useCompletion>
  noteId: string
}

/** One button turns from editing into saving and back, so that the focus stays on it. */
function FormActions({ completion: { isEditing, isBusy, cancel }, noteId }: FormActionsProps) {
  const connected = useIsConnected()
  const waitReason = useWaitReason()
  const label = isEditing ? 'Opslaan' : 'Wijzigen'
  return (
    <div data-layout="row 3">
      <Button
        type="submit"
        tone={isEditing ? 'primary' : 'secondary'}
        busy={isBusy}
        disabled={!connected}
        aria-describedby={noteId}
      >
        {isBusy ? completedTexts.saving : label}
      </Button>
      {isEditing && (
        <Button disabled={isBusy} onClick={cancel}>
          Annuleren
        </Button>
      )}
      <div id={noteId} className={styles.note}>
        {waitReason && <StatusLine icon="clock">{waitReason}</StatusLine>}
      </div>
      <SlowNotice isGoingOn={isBusy} />
    </div>
  )
}

interface LosingDialogProps {
  losing: Losses
  now: number
  isBusy: boolean
  onConfirm: () => void
  onClose: () => void
}

/** Names every enrollment and every place on a waiting list that saving would end. */
const LosingDialog = ({ losing: { enrollments, waits }, now, ...rest }: LosingDialogProps) => (
  <ConfirmDialog {...rest} title={texts.title(enrollments.length)} confirmLabel={texts.confirm(enrollments.length)}>
    {enrollments.length > 0 && <LostEnrollments enrollments={enrollments} now={now} />}
    {waits.length > 0 && (
      <>
        <p>{texts.waitsEnd(enrollments.length > 0)}</p>
        <ul data-layout="bulleted" data-text="breaks">
          {waits.map(({ id, module_name, place }) => (
            <li key={id}>
              <strong translate="no">{module_name}</strong>
              <span>{`: ${placeLabel(place).toLowerCase()}`}</span>
            </li>
          ))}
        </ul>
      </>
    )}
  </ConfirmDialog>
)

const LostEnrollments = ({ enrollments, now }: { enrollments: Losses['enrollments']; now: number }) => (
  <>
    <p>{texts.enrollmentsEnd(enrollments.length)}</p>
    <ul data-layout="bulleted" data-text="breaks">
      {enrollments.map(({ moduleName, testmoment }) => (
        <li key={`${moduleName}-${testmoment.id}`}>
          <strong translate="no">{moduleName}</strong>
          <span>{` op ${whenAndWhereLabel(testmoment, now)}`}</span>
          {!canBeChosen(testmoment, now) && (
            <StatusLine tone="danger" icon="lock">
              {lostForGoodText}
            </StatusLine>
          )}
        </li>
      ))}
    </ul>
  </>
)

export const CompletedModulesSkeleton = () => (
  <div className={styles.page} data-layout="stack 4 start" data-width="44">
    <VisuallyHidden>{completedTexts.loading}</VisuallyHidden>
    <SlowNotice />
    <Explanation />
    <Card>
      <div data-layout="stack 4">
        <strong>Afgeronde modules</strong>
        <Skeleton lines={12} />
      </div>
    </Card>
  </div>
)
