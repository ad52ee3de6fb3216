import { departmentSwitchedMessage } from '#domain/messages/change.texts.ts'
import { SwitchQuestion, type SwitchQuestionProps } from '#src/parts/department-switch/department-switch.tsx'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'

/** Asks a teacher to confirm a student's switch, with its effects, and offers a message if it ends an enrollment. */
export function MessagedSwitchQuestion(props: SwitchQuestionProps) {
  const { to, preview, onConfirm } = props
  const ended = preview.enrollments_to_be_deleted.map(({ module_name, testmoment }) => ({
    module: module_name,
    moment: testmoment,
  }))
  const proposed =
    ended.length === 0 ? null : departmentSwitchedMessage({ department: to.name, ended, now: Date.now() })
  const { offer, confirm } = useMessageOffer(proposed, { keepsWords: true })
  return (
    <SwitchQuestion {...props} onConfirm={() => confirm(onConfirm)}>
      {proposed && <MessageOffer offer={offer} recipients={1} />}
    </SwitchQuestion>
  )
}
