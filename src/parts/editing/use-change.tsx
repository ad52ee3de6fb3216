import { type ReactNode, useState } from 'react'
import type { ConfirmationNeeded } from '#contract/confirmation.ts'
import type { Stale } from '#contract/reason.ts'
import { isRefusedFor } from '#src/api/refusal.ts'
import { ConflictDialog } from './conflict-dialog.tsx'
import { ConsequencesDialog } from './consequences-dialog.tsx'

/** What is sent along with a change that was sent before and not carried out. */
export interface Insisting {
  /** what the server asked about first, and was confirmed */
  confirmed?: string
  /** of the entity that a colleague changed, seen and overruled */
  version?: number
}

interface ChangeOptions<Values, Reply> {
  send: (values: Values, insisting: Insisting) => Promise<Reply>
  onSaved: (reply: Reply, values: Values) => void
  onFailed: (error: unknown, values: Values) => void
  /** the colleague's version is kept: show it instead of what was typed */
  onYield?: () => void
  /** the question where something would be taken from students: names what it is about */
  confirmTitle?: string | ((values: Values) => string)
  /** what confirming does, as on its button */
  confirmLabel?: string
}

type Question<Values> = { values: Values; insisting: Insisting } & (
  | { kind: 'consequences'; details: ConfirmationNeeded }
  | { kind: 'conflict'; details: Stale }
)

export interface ChangeInHand<Values> {
  isBusy: boolean
  /** does nothing while an answer is awaited */
  change: (values: Values) => void
  /** to be rendered beside the form: the question that the server asked first, if any */
  dialog: ReactNode
}

/** Sends a change; asks the teacher where it would take something from students, or where a colleague was first. */
export function useChange<Values, Reply>(options: ChangeOptions<Values, Reply>): ChangeInHand<Values> {
  const [isBusy, setIsBusy] = useState(false)
  const [question, setQuestion] = useState<Question<Values> | null>(null)

  const send = async (values: Values, insisting: Insisting) => {
    setIsBusy(true)
    try {
      const reply = await options.send(values, insisting)
      setQuestion(null)
      options.onSaved(reply, values)
    } catch (error) {
      if (isRefusedFor<ConfirmationNeeded>(error, 'confirmation-needed'))
        setQuestion({ kind: 'consequences', details: error.details, values, insisting })
      else if (isRefusedFor<Stale>(error, 'version-stale'))
        setQuestion({ kind: 'conflict', details: error.details, values, insisting })
      else {
        setQuestion(null)
        options.onFailed(error, values)
      }
    } finally {
      setIsBusy(false)
    }
  }
  const insist = ({ values, insisting }: Question<Values>, more: Insisting) => send(values, { ...insisting, ...more })

  return {
    isBusy,
    change: (values) => {
      if (!isBusy) void send(values, {})
    },
    dialog: question && (
      <>
        {question.kind === 'consequences' && (
          <ConsequencesDialog
            consequences={question.details.consequences}
            title={titleOf(options.confirmTitle, question.values)}
            confirmLabel={options.confirmLabel}
            isBusy={isBusy}
            onConfirm={() => insist(question, { confirmed: question.details.confirmation })}
            onClose={() => setQuestion(null)}
          />
        )}
        {question.kind === 'conflict' && (
          <ConflictDialog
            differences={question.details.differences}
            isBusy={isBusy}
            onInsist={() => insist(question, { version: question.details.entity.version })}
            onYield={() => {
              setQuestion(null)
              options.onYield?.()
            }}
            onClose={() => setQuestion(null)}
          />
        )}
      </>
    ),
  }
}

const titleOf = <Values,>(title: ChangeOptions<Values, unknown>['confirmTitle'], values: Values): string | undefined =>
  typeof title === 'function' ? title(values) : title
