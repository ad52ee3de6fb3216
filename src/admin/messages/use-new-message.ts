import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sendMessage } from '#contract/messages.gen.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import type { NewMessage } from '#domain/messages/message.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import { isUnanswered } from '#src/api/api-error.ts'
import { useApi } from '#src/api/use-api.ts'
import { dropDraft, keepDraft, keptDraft } from '#src/offline/kept-draft.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import type { Words } from '#src/parts/messages/message-fields.tsx'
import { newMessageTexts as texts } from './messages.texts.ts'

export interface MessageDraft extends Words {
  /** idempotency key: the server recognizes a repeated message */
  key: string
  /** the message was sent, and its outcome is unknown */
  isUnanswered: boolean
}

const OF = 'message'

const newDraft = (): MessageDraft => ({ key: crypto.randomUUID(), isUnanswered: false, subject: '', text: '' })

/**
 * The draft with other words, or for another group. If the draft may have arrived already, the changed message needs a new key:
 * for the old key the server would return what it has, whatever the words are now.
 */
export const edited = (draft: MessageDraft, changes: Partial<Words>): MessageDraft => ({
  ...draft,
  ...changes,
  ...(draft.isUnanswered && { key: newDraft().key, isUnanswered: false }),
})

/** State of a new message: keeps the draft over a reload and after failures, and sends it. */
export function useNewMessage({ user }: { user: User }) {
  const api = useApi()
  const navigate = useNavigate()
  const [draft, setDraft] = useState(() => keptDraft<MessageDraft>(user.id, OF) ?? newDraft())
  const isDirty = draft.subject.trim() !== '' || draft.text.trim() !== ''

  useEffect(() => {
    if (isDirty) keepDraft({ userId: user.id, of: OF, draft })
    else dropDraft()
  }, [isDirty, user.id, draft])

  const sending = useChange({
    send: (body: NewMessage, { confirmed = ASK_FIRST }) => api.call(sendMessage, { query: { confirmed }, body }),
    saved: ({ entity }) => texts.sent(entity.recipients),
    onSaved: ({ entity: { id } }) => {
      dropDraft()
      void navigate({
        to: '/admin/messages/$messageId',
        params: { messageId: String(id) },
        replace: true,
        ignoreBlocker: true,
      })
    },
    onAnswerLost: () => {
      dropDraft()
      void navigate({ to: '/admin/messages', replace: true, ignoreBlocker: true })
    },
    failed: texts.failed,
    onRefused: (error) => {
      if (isUnanswered(error)) setDraft({ ...draft, isUnanswered: true })
      return false
    },
    confirmTitle: texts.askedAgain,
    confirmLabel: 'Toch versturen',
  })

  return {
    draft,
    isDirty,
    sending,
    edit: (changes: Partial<Words>) => {
      setDraft(edited(draft, changes))
      sending.showProblem(null)
    },
  }
}
