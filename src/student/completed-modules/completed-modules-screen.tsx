import { useId } from 'react'
import { momentLabel } from '#domain/calendar/date-labels.ts'
import { futureEnrollment } from '#domain/enrollments/choice.rules.ts'
import { emptyListTexts, enrollmentBadge } from '#domain/enrollments/enrollment-status.texts.ts'
import { moduleLabel } from '#domain/modules/module.rules.ts'
import type { ModuleStatus } from '#domain/modules/module.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useServerTime } from '#src/parts/clock/clock.tsx'
import { UnsavedChanges } from '#src/parts/editing/confirm-dialog.tsx'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Card } from '#src/ui/card.tsx'
import { Checklist } from '#src/ui/checklist.tsx'
import styles from './completed-modules.module.css'
import { completionTexts } from './completion.texts.ts'
import { isTicked } from './completion-changes.ts'
import { Explanation } from './explanation.tsx'
import { FormActions } from './form-actions.tsx'
import { LosingDialog } from './losing-dialog.tsx'
import { saveCompletion } from './save-completion.ts'
import { useCompletion } from './use-completion.ts'

interface CompletedModulesScreenProps {
  api: Api
  user: User
  statuses: readonly ModuleStatus[]
}

export function CompletedModulesScreen({ api, user, statuses }: CompletedModulesScreenProps) {
  const completion = useCompletion(statuses, (changes) => saveCompletion({ api, user }, changes))
  const now = useServerTime()()
  const noteId = useId()
  const { isEditing, ticks, losing, failure } = completion

  if (statuses.length === 0) {
    return (
      <PageMessage icon="list" title="Er zijn nog geen modules voor jou">
        {emptyListTexts.noModulesInDepartment}
      </PageMessage>
    )
  }
  return (
    <div className={styles.page}>
      <Explanation />
      <Card>
        <form
          className={styles.form}
          onSubmit={(event) => {
            event.preventDefault()
            if (isEditing) completion.submit()
            else completion.edit()
          }}
        >
          <h2>Wat heb je al afgerond?</h2>
          <Checklist
            legend="Afgeronde modules"
            isDisabled={!isEditing || completion.isBusy}
            options={statuses.map((status) => ({
              id: status.module.id,
              label: moduleLabel(status.module),
              hint: hintOf(status, now),
              isChecked: isTicked(status, ticks),
            }))}
            onChange={completion.tick}
          />
          {failure !== null && <Alert>{saveFailureText(failure, completionTexts.failed)}</Alert>}
          <FormActions completion={completion} noteId={noteId} />
        </form>
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

/** What completing it would end. */
function hintOf(status: ModuleStatus, now: number): string | undefined {
  const enrolled = futureEnrollment(status, now)
  return enrolled ? enrollmentBadge(momentLabel(enrolled.testmoment, now)) : undefined
}
