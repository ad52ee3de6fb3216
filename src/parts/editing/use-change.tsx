import { type ReactNode, useState } from 'react'
import type { ConfirmationNeeded, Stale } from '#contract/refusals.ts'
import type { Difference } from '#domain/entities/entity.schema.ts'
import { mergeEdits } from '#domain/entities/merge-edits.ts'
import type { ProposedMessage } from '#domain/messages/change.texts.ts'
import type { WrittenMessage } from '#domain/messages/message.schema.ts'
import { isRefusedFor } from '#src/api/api-error.ts'
import type { RefusalTexts } from '#src/api/failure.texts.ts'
import { MessageOffer, useMessageOffer } from '#src/parts/messages/message-offer.tsx'
import { useWrite } from '#src/parts/writing/writing.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { saveTexts } from '../writing/save.texts.ts'
import { ConflictDialog, ConsequencesDialog, ConsequencesQuestion } from './change-questions.tsx'

/** Answers of the user to questions about this change. */
export interface Overrides {
  /** confirmation of the server's question */
  confirmed?: string
  /** message of the teacher to the students concerned; see `proposeMessage` */
  message?: WrittenMessage | undefined
  /** the colleague's version that the user has seen; the change replaces it */
  theirs?: Stale['entity']
}

/** Result of re-applying the user's change to a colleague's newer version. */
interface Rebased<Values> {
  values: Values
  /** the values with the colleague's value for each contested field; null if none of the user's changes is left */
  theirsFirst: Values | null
  /** fields that both changed differently: a person has to choose */
  contested: readonly string[]
  /** fields that only they changed */
  theirsAlone: readonly string[]
}

interface ChangeOptions<Values, Reply> {
  send: (values: Values, overrides: Overrides) => Promise<Reply>
  /** Toast of success, or null where `onSaved` shows it. */
  saved?: string | ((reply: Reply, values: Values) => string | null)
  onSaved?: (reply: Reply, values: Values) => void
  /** Sentence for a failure, such as 'Opslaan is niet gelukt', which the reason follows. A function returns the whole text. */
  failed: string | ((error: unknown, values: Values) => string)
  refusals?: RefusalTexts
  /** Shows failures as toasts; otherwise they are in `problem`. */
  inToast?: boolean
  /** Handles a refusal itself, such as at a field. False leaves it to `problem`. */
  onRefused?: (error: unknown, values: Values) => boolean
  /** called when the user chose the colleague's version: show it instead of what was typed */
  onYield?: () => void
  /** called when the change was saved but the answer lost: show the current state; by default `onYield` */
  onAnswerLost?: () => void
  /**
   * re-applies the change to the entity as a colleague saved it; null when the change makes no sense any more. Without this
   * option the user is asked about every difference.
   */
  rebase?: (values: Values, theirs: Stale['entity']) => Rebased<Values> | null
  /** title of the question; names its subject */
  confirmTitle?: string | ((values: Values) => string)
  /** label of the confirm button; names the effect */
  confirmLabel?: string
  /** draft of a message to the students concerned, offered in the question */
  proposeMessage?: (values: Values) => ProposedMessage
  /** asks inside the form rather than in a dialog above it */
  asksInPlace?: boolean
}

interface Sent<Values> {
  values: Values
  overrides: Overrides
}

type Question<Values> = Sent<Values> &
  (
    | { kind: 'consequences'; details: ConfirmationNeeded }
    | { kind: 'conflict'; theirs: Stale['entity']; differences: readonly Difference[]; theirsFirst: Values | null }
  )

export interface Change<Values> {
  isBusy: boolean
  /** why the last change was not saved, for `Problem` */
  problem: string | null
  /** Shows another problem, or none: what was typed since then has not been refused. */
  showProblem: (problem: string | null) => void
  /** ignored while an answer is awaited */
  change: (values: Values) => void
  /** the server's question, if any; render it beside the form */
  dialog: ReactNode
  /** the server's question for a form that `asksInPlace`; render it instead of the form's buttons, since it has its own */
  question: ReactNode
  /** withdraws the server's question, because the form was edited */
  dismissQuestion: () => void
}

/** Merges with colleagues' changes before a person has to decide. */
const MOST_MERGES = 3

/** Sends a change. Asks the teacher where it has large consequences, or where a colleague changed the same first. */
export function useChange<Values, Reply>(options: ChangeOptions<Values, Reply>): Change<Values> {
  const notify = useNotify()
  const { isBusy, problem, write, showProblem } = useWrite({ inToast: options.inToast })
  const [question, setQuestion] = useState<Question<Values> | null>(null)
  const consequences = question?.kind === 'consequences' ? question.details.consequences : null
  const students_concerned = consequences?.students_concerned ?? 0
  const proposed = question && students_concerned > 0 ? (options.proposeMessage?.(question.values) ?? null) : null
  const {
    offer,
    confirm,
    restart: resetOffer,
  } = useMessageOffer(proposed, { keepsWords: options.asksInPlace ?? false })

  const askAboutConflict = (stale: Stale, sent: Sent<Values>) => {
    const conflict = conflictOf(stale, sent, options.rebase)
    setQuestion(conflict)
    if (!conflict) options.onYield?.()
  }

  const change = (values: Values, overrides: Overrides = {}) => {
    const { saved, failed, refusals } = options
    const merging = mergingSend(options, { values, overrides })
    return write({
      send: merging.send,
      failed: typeof failed === 'string' ? failed : (error) => failed(error, merging.sent().values),
      refusals,
      saved: typeof saved === 'function' ? (reply) => saved(reply, merging.sent().values) : saved,
      onDone: (reply) => {
        setQuestion(null)
        resetOffer()
        options.onSaved?.(reply, merging.sent().values)
        if (merging.labels.length > 0) notify('neutral', saveTexts.merged(merging.labels))
      },
      onAnswerLost: () => {
        setQuestion(null)
        resetOffer()
        const show = options.onAnswerLost ?? options.onYield
        show?.()
      },
      onRefused: (error) => {
        const sent = merging.sent()
        if (isRefusedFor<ConfirmationNeeded>(error, 'confirmation-needed'))
          setQuestion({ kind: 'consequences', details: error.details, ...sent })
        else if (isRefusedFor<Stale>(error, 'version-stale')) askAboutConflict(error.details, sent)
        else {
          setQuestion(null)
          return options.onRefused?.(error, sent.values) ?? false
        }
        return true
      },
    })
  }
  const close = () => setQuestion(null)
  const keepTheirs = ({ theirs, overrides, theirsFirst }: Question<Values> & { kind: 'conflict' }) => {
    if (theirsFirst !== null) return void change(theirsFirst, { ...overrides, theirs })
    close()
    options.onYield?.()
  }
  const QuestionView = options.asksInPlace ? ConsequencesQuestion : ConsequencesDialog
  const consequencesQuestion = question?.kind === 'consequences' && (
    <QuestionView
      consequences={question.details.consequences}
      title={titleOf(options.confirmTitle, question.values)}
      confirmLabel={options.confirmLabel}
      offer={proposed && <MessageOffer offer={offer} recipients={students_concerned} />}
      isBusy={isBusy}
      onConfirm={() =>
        confirm((message) =>
          change(question.values, { ...question.overrides, message, confirmed: question.details.confirmation }),
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
    dismissQuestion: close,
    question: options.asksInPlace ? consequencesQuestion || null : null,
    dialog: question && (
      <>
        {!options.asksInPlace && consequencesQuestion}
        {question.kind === 'conflict' && (
          <ConflictDialog
            differences={question.differences}
            isBusy={isBusy}
            onInsist={() => change(question.values, { ...question.overrides, theirs: question.theirs })}
            onYield={() => keepTheirs(question)}
            onClose={close}
          />
        )}
      </>
    ),
  }
}

/** Builds the question about a conflict with a colleague's save. Null if the change no longer makes sense. */
function conflictOf<Values>(
  { entity: theirs, differences }: Stale,
  { values, overrides }: Sent<Values>,
  rebase: ChangeOptions<Values, unknown>['rebase'],
): Question<Values> | null {
  const rebased = rebase?.(values, theirs)
  if (rebased === null) return null
  const contested = differences.filter(({ field }) => rebased?.contested.includes(field))
  return {
    kind: 'conflict',
    theirs,
    values: rebased?.values ?? values,
    overrides,
    differences: contested.length > 0 ? contested : differences,
    theirsFirst: rebased?.theirsFirst ?? null,
  }
}

/** Where a colleague saved other fields first, sends again, merged with theirs. Rejects where a person has to choose. */
function mergingSend<Values, Reply>({ send, rebase }: ChangeOptions<Values, Reply>, first: Sent<Values>) {
  let sent = first
  /** fields that only colleagues changed */
  const labels: string[] = []
  const attempt = async (merges: number): Promise<Reply> => {
    try {
      return await send(sent.values, sent.overrides)
    } catch (error) {
      const stale = isRefusedFor<Stale>(error, 'version-stale') ? error.details : null
      const rebased = stale && merges < MOST_MERGES ? rebase?.(sent.values, stale.entity) : null
      if (!stale || !rebased || rebased.contested.length > 0) throw error
      sent = { values: rebased.values, overrides: { ...sent.overrides, theirs: stale.entity } }
      const theirs = stale.differences.filter(({ field }) => rebased.theirsAlone.includes(field))
      labels.push(...theirs.map(({ label }) => label))
      return attempt(merges + 1)
    }
  }
  return { send: () => attempt(0), sent: () => sent, labels }
}

const titleOf = <Values,>(title: ChangeOptions<Values, unknown>['confirmTitle'], values: Values): string | undefined =>
  typeof title === 'function' ? title(values) : title

/** Original and current values of a form: together they show which changes are the user's own. */
export interface FormEdit<Fields> {
  base: Fields
  fields: Fields
}

/** `rebase` for a change that fits any version, such as turning a switch on. */
export const rebaseAlways = <Values,>(values: Values): Rebased<Values> => ({
  values,
  theirsFirst: null,
  contested: [],
  theirsAlone: [],
})

/** `rebase` for a form whose fields have the same names as the entity's. */
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

export interface ModuleRemoval<Module> {
  module: Module
  held: readonly { id: number }[]
  /** version of the entity that `held` belongs to: a colleague may add a module while the user reads the question */
  version: number
}

/** Body of a removal: the modules that the user saw, without this one. */
export const withoutRemoved = ({ module, held, version }: ModuleRemoval<{ id: number }>) => ({
  entities: held.filter(({ id }) => id !== module.id).map(({ id }) => ({ id })),
  version,
})

/** `rebase` for a removal: keeps modules that a colleague added. Null when the colleague removed this module too. */
export function rebaseRemoval<Module extends { id: number }>(
  { module }: ModuleRemoval<Module>,
  entity: { version: number; modules?: readonly { id: number }[] },
): Rebased<ModuleRemoval<Module>> | null {
  const held = entity.modules ?? []
  if (!held.some(({ id }) => id === module.id)) return null
  return rebaseAlways({ module, held, version: entity.version })
}
