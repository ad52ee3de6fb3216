import { type ReactNode, useState } from 'react'
import type { ConfirmationNeeded, Stale } from '#contract/refusals.ts'
import type { Difference } from '#domain/entities/entity.schema.ts'
import { mergeEdits } from '#domain/entities/merge-edits.ts'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { useWrite } from '#src/parts/writing/use-write.ts'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { ConflictDialog, ConsequencesDialog, ConsequencesQuestion } from './change-questions.tsx'
import { saveTexts } from './save.texts.ts'

/** Fields that are added to a change that was sent before and not carried out. */
export interface Insisting {
  /** confirmation of the server's question */
  confirmed?: string
  /** message of the teacher to the students concerned; see `proposeMessage` */
  message?: WrittenMessage | undefined
  /** the entity as a colleague changed it, seen and built on or overruled */
  theirs?: Stale['entity']
}

/** A change applied again to what a colleague saved first. */
interface Rebased<Values> {
  values: Values
  /** the same, with theirs where both changed a field differently; null when nothing of yours is left then */
  theirsFirst: Values | null
  /** the fields that both changed differently: a person has to choose */
  contested: readonly string[]
  /** those that only they changed */
  theirsAlone: readonly string[]
}

interface ChangeOptions<Values, Reply> {
  send: (values: Values, insisting: Insisting) => Promise<Reply>
  /** Toast of success, or null where `onSaved` shows it. */
  saved?: string | ((reply: Reply, values: Values) => string | null)
  onSaved?: (reply: Reply, values: Values) => void
  /** Failure, such as 'Opslaan is niet gelukt'; the reason follows. Or the whole sentence. */
  failed: string | ((error: unknown, values: Values) => string)
  /** Refusals in the words of the screen. */
  refusals?: RefusalTexts
  /** Failures are toasts; without it they are `problem`. */
  inToast?: boolean
  /** Answers a refusal by itself, such as at a field. False leaves it to `problem`. */
  onRefused?: (error: unknown, values: Values) => boolean
  /** the colleague's version is kept: show it instead of what was typed */
  onYield?: () => void
  /** it was saved, and the answer was lost: show what is there now; `onYield` where it says nothing else */
  onAnswerLost?: () => void
  /**
   * puts the change on what a colleague made of the entity meanwhile; null where it makes no sense any more. Without
   * it every difference is asked about.
   */
  rebase?: (values: Values, theirs: Stale['entity']) => Rebased<Values> | null
  /** the question that comes first: names what it is about */
  confirmTitle?: string | ((values: Values) => string)
  /** effect of confirming, as on its button */
  confirmLabel?: string
  /** draft of the message to the students concerned, which is offered in the question that is asked first */
  proposeMessage?: (values: Values) => ProposedMessage
  /** the question stands in the form that it is about, rather than in a dialog above it */
  asksInPlace?: boolean
}

/** A change as it was last sent. */
interface Sent<Values> {
  values: Values
  insisting: Insisting
}

type Question<Values> = Sent<Values> &
  (
    | { kind: 'consequences'; details: ConfirmationNeeded }
    | { kind: 'conflict'; theirs: Stale['entity']; differences: readonly Difference[]; theirsFirst: Values | null }
  )

export interface ChangeInHand<Values> {
  isBusy: boolean
  /** why the last one was not saved, for `Problem` */
  problem: string | null
  /** Shows another problem, or none: what was typed since is nothing that was refused. */
  showProblem: (problem: string | null) => void
  /** does nothing while an answer is awaited */
  change: (values: Values) => void
  /** to be rendered beside the form: the question that the server asked first, if any */
  dialog: ReactNode
  /** the same where it `asksInPlace`: to be rendered instead of the form's buttons, which it would repeat */
  question: ReactNode
  /** takes that question back, since what it was about was changed */
  takeBack: () => void
}

/** Others may save again and again; after this many times a person decides. */
const MOST_MERGES = 3

/** Sends a change; asks the teacher where it has large consequences, or where a colleague changed the same first. */
export function useChange<Values, Reply>(options: ChangeOptions<Values, Reply>): ChangeInHand<Values> {
  const notify = useNotify()
  const { isBusy, problem, write, showProblem } = useWrite({ inToast: options.inToast })
  const [question, setQuestion] = useState<Question<Values> | null>(null)
  const { students_concerned = 0 } = (question?.kind === 'consequences' && question.details.consequences) || {}
  const proposed = question && students_concerned > 0 ? (options.proposeMessage?.(question.values) ?? null) : null
  const { offer, confirm, restart } = useMessageOffer(proposed, { keepsWords: options.asksInPlace ?? false })

  /** A colleague was first, and changed one of the same fields, or what makes the change senseless. */
  const meet = ({ entity: theirs, differences }: Stale, { values, insisting }: Sent<Values>) => {
    const rebased = options.rebase?.(values, theirs)
    if (rebased === null) {
      setQuestion(null)
      return options.onYield?.()
    }
    const contested = differences.filter(({ field }) => rebased?.contested.includes(field))
    setQuestion({
      kind: 'conflict',
      theirs,
      values: rebased?.values ?? values,
      insisting,
      differences: contested.length > 0 ? contested : differences,
      theirsFirst: rebased?.theirsFirst ?? null,
    })
  }

  const change = (values: Values, insisting: Insisting = {}) => {
    const { saved, failed, refusals } = options
    const merging = mergingSend(options, { values, insisting })
    return write({
      send: merging.send,
      failed: typeof failed === 'string' ? failed : (error) => failed(error, merging.sent().values),
      refusals,
      saved: typeof saved === 'function' ? (reply) => saved(reply, merging.sent().values) : saved,
      onDone: (reply) => {
        setQuestion(null)
        restart()
        options.onSaved?.(reply, merging.sent().values)
        if (merging.labels.length > 0) notify('neutral', saveTexts.merged(merging.labels))
      },
      onAnswerLost: () => {
        setQuestion(null)
        restart()
        const show = options.onAnswerLost ?? options.onYield
        show?.()
      },
      onRefused: (error) => {
        const sent = merging.sent()
        if (isRefusedFor<ConfirmationNeeded>(error, 'confirmation-needed'))
          setQuestion({ kind: 'consequences', details: error.details, ...sent })
        else if (isRefusedFor<Stale>(error, 'version-stale')) meet(error.details, sent)
        else {
          setQuestion(null)
          return options.onRefused?.(error, sent.values) ?? false
        }
        return true
      },
    })
  }
  const close = () => setQuestion(null)
  const yieldTo = ({ theirs, insisting, theirsFirst }: Question<Values> & { kind: 'conflict' }) => {
    if (theirsFirst !== null) return void change(theirsFirst, { ...insisting, theirs })
    close()
    options.onYield?.()
  }
  const Asked = options.asksInPlace ? ConsequencesQuestion : ConsequencesDialog
  const asked = question?.kind === 'consequences' && (
    <Asked
      consequences={question.details.consequences}
      title={titleOf(options.confirmTitle, question.values)}
      confirmLabel={options.confirmLabel}
      offer={proposed && <MessageOffer offer={offer} recipients={students_concerned} />}
      isBusy={isBusy}
      onConfirm={() =>
        confirm((message) =>
          change(question.values, { ...question.insisting, message, confirmed: question.details.confirmation }),
        )
      }
      onClose={close}
    />
  )

  return {
    isBusy,
    problem,
    showProblem,
    change: (values) => void change(values),
    takeBack: close,
    question: options.asksInPlace && asked ? asked : null,
    dialog: question && (
      <>
        {!options.asksInPlace && asked}
        {question.kind === 'conflict' && (
          <ConflictDialog
            differences={question.differences}
            isBusy={isBusy}
            onInsist={() => change(question.values, { ...question.insisting, theirs: question.theirs })}
            onYield={() => yieldTo(question)}
            onClose={close}
          />
        )}
      </>
    ),
  }
}

/**
 * Sends a change, and where a colleague saved other fields first, sends it again on top of theirs: both stand. Rejects
 * where a person has to choose.
 */
function mergingSend<Values, Reply>({ send, rebase }: ChangeOptions<Values, Reply>, first: Sent<Values>) {
  let sent = first
  /** fields that only colleagues changed */
  const labels: string[] = []
  const attempt = async (merges: number): Promise<Reply> => {
    try {
      return await send(sent.values, sent.insisting)
    } catch (error) {
      const stale = isRefusedFor<Stale>(error, 'version-stale') ? error.details : null
      const rebased = stale && merges < MOST_MERGES ? rebase?.(sent.values, stale.entity) : null
      if (!stale || !rebased || rebased.contested.length > 0) throw error
      sent = { values: rebased.values, insisting: { ...sent.insisting, theirs: stale.entity } }
      const theirs = stale.differences.filter(({ field }) => rebased.theirsAlone.includes(field))
      labels.push(...theirs.map(({ label }) => label))
      return attempt(merges + 1)
    }
  }
  return { send: () => attempt(0), sent: () => sent, labels }
}

const titleOf = <Values,>(title: ChangeOptions<Values, unknown>['confirmTitle'], values: Values): string | undefined =>
  typeof title === 'function' ? title(values) : title

/** Current and original values of a form: with both, its changes can be distinguished from those of others. */
export interface FormEdit<Fields> {
  base: Fields
  fields: Fields
}

/** `rebase` for what can be said of any version, as a switch: it is on or off. */
export const rebaseAlways = <Values,>(values: Values): Rebased<Values> => ({
  values,
  theirsFirst: null,
  contested: [],
  theirsAlone: [],
})

/** `rebase` for a form whose fields are called as those of the entity. */
export function rebaseForm<Fields extends object>(
  { base, fields }: FormEdit<Fields>,
  entity: object,
): Rebased<FormEdit<Fields>> {
  const theirs = { ...base, ...pick(entity, Object.keys(base)) }
  const { yoursFirst, theirsFirst, contested, theirsAlone } = mergeEdits({ base, yours: fields, theirs })
  const isTheirs = JSON.stringify(theirsFirst) === JSON.stringify(theirs)
  return {
    values: { base: theirs, fields: yoursFirst },
    theirsFirst: isTheirs ? null : { base: theirs, fields: theirsFirst },
    contested,
    theirsAlone,
  }
}

const pick = (entity: object, names: readonly string[]) =>
  Object.fromEntries(Object.entries(entity).filter(([name]) => names.includes(name)))

/** One module that is to go from those that a moment or a department holds. */
export interface ModuleRemoval<Module> {
  module: Module
  held: readonly { id: number }[]
  /** the version of which `held` is: a colleague may add one while the question is read */
  version: number
}

/** The same of the list that a colleague made of it: what they added stays. Null when they removed it too. */
export function rebaseRemoval<Module extends { id: number }>(
  { module }: ModuleRemoval<Module>,
  entity: { version: number; modules?: readonly { id: number }[] },
): Rebased<ModuleRemoval<Module>> | null {
  const held = entity.modules ?? []
  if (!held.some(({ id }) => id === module.id)) return null
  return rebaseAlways({ module, held, version: entity.version })
}
