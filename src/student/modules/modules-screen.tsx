import { Suspense } from 'react'
import { emptyListTexts } from '#domain/enrollments/enrollment-status.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useCloseDialog } from '#src/parts/addressed-dialog/use-close-dialog.ts'
import { useMomentClock } from '#src/parts/clock/clock.tsx'
import { EnrollmentDialog, useReadyDialog } from '#src/parts/enrollment-dialog/ready-dialog.ts'
import type { EnrollmentOverview } from '#src/parts/enrollment-overview.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { CompletedNote } from './completed-note.tsx'
import { ModuleCards } from './module-cards.tsx'
import { NowSection } from './now-section.tsx'

interface ModulesScreenProps {
  api: Api
  user: User
  overview: EnrollmentOverview
  openModuleId: number | undefined
}

export function ModulesScreen({ api, user, overview, openModuleId }: ModulesScreenProps) {
  const { statuses, testmoments, hasActiveSchoolyear } = overview
  const close = useCloseDialog()
  useReadyDialog()
  const now = useMomentClock(testmoments)
  const ahead = statuses.filter(({ is_completed }) => !is_completed)
  const opened = ahead.find(({ module }) => module.id === openModuleId)

  if (statuses.length === 0) {
    return (
      <PageMessage icon="list" title="Er zijn nog geen modules voor jou">
        {emptyListTexts.noModulesInDepartment}
      </PageMessage>
    )
  }
  return (
    <>
      {hasActiveSchoolyear ? (
        <NowSection statuses={ahead} testmoments={testmoments} now={now} />
      ) : (
        <Alert tone="neutral" live={false}>
          {emptyListTexts.noActiveSchoolyear}
        </Alert>
      )}
      <ModuleCards statuses={ahead} now={now} />
      <CompletedNote count={statuses.length - ahead.length} all={ahead.length === 0} />
      <Suspense>
        {opened && (
          <EnrollmentDialog
            api={api}
            user={user}
            status={opened}
            statuses={statuses}
            testmoments={testmoments}
            now={now}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  )
}
