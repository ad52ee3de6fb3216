import { type Ref, useState } from 'react'
import { deleteEnrollment } from '#contract/enrollments.gen.ts'
import { briefLabel, whenAndWhereLabel } from '#domain/calendar/date-labels.ts'
import type { ModuleStatus } from '#domain/enrollments/enrollment.schema.ts'
import { enrollmentOutcomeTexts } from '#domain/enrollments/enrollment.texts.ts'
import type { Link } from '#domain/entities/entity.schema.ts'
import { unenrolledMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { messagedText, saveFailureText } from '#src/parts/writing/save.texts.ts'
import { ConfirmDialog, ServerButton, useWrite } from '#src/parts/writing/writing.tsx'
import { userEditTexts as texts } from './user-edit.texts.ts'

interface UnenrollButtonProps {
  ref: Ref<HTMLButtonElement>
  unenrolling: {
    link: Link
    user: User
    moduleName: string
    from: NonNullable<ModuleStatus['enrollment_moment']>
  }
  /** called on confirmation: the row of this button is about to disappear */
  onSent: () => void
}

function failureText(failure: unknown): string {
  const { enrollmentNotFound, unenrollFailed } = enrollmentOutcomeTexts
  return isRefusedFor(failure, 'not-found') ? enrollmentNotFound : saveFailureText(failure, unenrollFailed)
}

/** Ends one enrollment of a student, after the teacher has decided about a message to the student. */
export function UnenrollButton({ ref, unenrolling, onSent }: UnenrollButtonProps) {
  const api = useApi()
  const [isAsking, setIsAsking] = useState(false)
  const { link, user, moduleName, from } = unenrolling
  const student = personLabel(user)
  const now = Date.now()
  const { offer, confirm } = useMessageOffer(unenrolledMessage({ moment: from, modules: [moduleName], now }))
  const { isBusy, write } = useWrite({ inToast: true })
  const unenroll = async (message: WrittenMessage | undefined) => {
    onSent()
    await write({
      send: () => api.follow(deleteEnrollment, link, { body: { message } }),
      saved: texts.unenrolled(student, moduleName, briefLabel(from, now)) + messagedText(message ? 1 : 0),
      failed: failureText,
    })
    setIsAsking(false)
  }
  return (
    <>
      <ServerButton
        ref={ref}
        tone="danger"
        aria-label={texts.unenrollFrom(moduleName)}
        onClick={() => setIsAsking(true)}
      >
        Uitschrijven
      </ServerButton>
      {isAsking && (
        <ConfirmDialog
          title={texts.unenrollQuestion(student, moduleName)}
          confirmLabel="Uitschrijven"
          isBusy={isBusy}
          onConfirm={() => confirm(unenroll)}
          onClose={() => setIsAsking(false)}
        >
          <p>{texts.enrolledNow(whenAndWhereLabel(from, now))}</p>
          <MessageOffer offer={offer} recipients={1} />
        </ConfirmDialog>
      )}
    </>
  )
}
