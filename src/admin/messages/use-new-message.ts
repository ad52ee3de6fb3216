import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { sendMessage } from '#contract/messages.ts'
import { ASK_FIRST } from '#contract/refusals.ts'
import type { NewMessage } from '#domain/messages/message.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { isUnanswered } from '#src/api/api-error.ts'
import { dropDraft, keepDraft, keptDraft } from '#src/offline/kept-draft.ts'
import { useChange } from '#src/parts/editing/use-change.tsx'
import type { Words } from '#src/parts/messages/message-fields.tsx'
import { newMessageTexts as texts } from './messages.texts.ts'

/** A message as it is being written. */
export interface MessageDraft extends Words {
  /** key by which the server recognizes the message when it comes again */
  key: string
  /** it was sent, and nobody knows whether it arrived */
  isUnanswered: boolean
}

const OF = 'message'

const newDraft = (): MessageDraft => ({ key: crypto.randomUUID(), isUnanswered: false, subject: '', text: '' })

/**
 * The same draft with other words, or for another group. Once it may have arrived the server would give what it has by
 * that key, whatever the words are now: another message is another key.
 */
export const edited = (draft: MessageDraft, changes: Partial<Words>): MessageDraft => ({
  ...draft,
  ...changes,
  ...(draft.isUnanswered && { key: newDraft().key, isUnanswered: false }),
})

/** A message on its way out: written, kept over a reload, sent; whatever fails, the words stay. */
export function useNewMessage({ api, user }: { api: Api; user: User }) {
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
    problem: sending.problem,
    sending,
    /** removes the problem of the last try before the next */
    beginTry: () => sending.showProblem(null),
    edit: (changes: Partial<Words>) => {
      setDraft(edited(draft, changes))
      sending.showProblem(null)
    },
  }
}
