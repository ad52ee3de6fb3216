import { useBlocker } from '@tanstack/react-router'
import { type ComponentProps, type ReactNode, useEffect, useRef, useState } from 'react'
import { answerOf } from '#src/api/answer-of.ts'
import { ApiError, LostAnswer, NetworkError } from '#src/api/api-error.ts'
import { lostAnswerEnding, lostAnswerText, type RefusalTexts } from '#src/api/failure.texts.ts'
import { ConnectionNotice, useIsConnected } from '#src/offline/connection-view.tsx'
import { useWaitReason } from '#src/offline/connection-waits.ts'
import { UnknownWritesAlert } from '#src/parts/lost-answers/unknown-writes-view.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { Alert } from '#src/ui/alert.tsx'
import { Button } from '#src/ui/button.tsx'
import { Dialog, DialogActions } from '#src/ui/dialog.tsx'
import { doneText, saveFailureText, saveTexts, leavingTexts as texts } from './save.texts.ts'

/*
 * The one way to write. Every write of a screen goes through `useWrite`. It sends one write at a time, knows its three outcomes
 * and has the words for each:
 *
 * - done: `onDone`. If only the answer was lost, a toast says so and `onAnswerLost` shows the current state.
 * - refused, or not received: `problem`, in the words of the screen followed by the reason; or `onRefused` where the screen
 *   asks something first.
 * - unknown: `problem` is a sentence that `Problem` follows until the outcome is known; it never says that the write failed.
 *
 * A user who left the screen in the meantime sees the same in a toast. The API handles an ended session: it asks the user to
 * log in and sends the write again. Machines (enrollment, onboarding, attendance offline) use `answerOf` itself.
 */

export interface Write<Reply, Name = string> {
  /** Sends the write; rejects as `Api` does. Questions to the server, such as a preview, may go this way too. */
  send: () => Promise<Reply>
  /** Sentence for a failure, such as 'Opslaan is niet gelukt', which the reason follows. A function returns the whole text. */
  failed: string | ((error: unknown) => string)
  /** Refusals in the words of the screen. */
  refusals?: RefusalTexts | undefined
  /** Toast of success, or null where the screen shows it itself. */
  saved?: string | null | ((reply: Reply) => string | null) | undefined
  /** Shows the answer; the button stays busy until this is over. */
  onDone?: (reply: Reply) => unknown
  /** Shows the current state, since the answer was lost. */
  onAnswerLost?: () => unknown
  /** Handles a refusal itself, such as with a question. False leaves it to `problem`. */
  onRefused?: (error: unknown) => boolean | Promise<boolean>
  /** Name of the button that is busy meanwhile, where a screen has several. */
  name?: Name
}

interface Writing<Name> {
  isBusy: boolean
  /** `name` of the write under way, or null */
  busy: Name | null
  /** why the last write failed, for `Problem`; null where failures are toasts */
  problem: string | null
  /** Ignored while a write runs. Resolves to whether the write was done. */
  write: <Reply>(write: Write<Reply, Name>) => Promise<boolean>
  /** Shows another problem, such as an empty field; null clears it. */
  showProblem: (problem: string | null) => void
}

/** `inToast`: shows failures as toasts, for a button without a place of its own for them. */
export function useWrite<Name = string>({ inToast = false }: { inToast?: boolean | undefined } = {}): Writing<Name> {
  const notify = useNotify()
  const isShown = useIsShown()
  const underWay = useRef(false)
  const [busy, setBusy] = useState<{ name: Name | null } | null>(null)
  const [problem, showProblem] = useState<string | null>(null)

  const show = (text: string, isLost: boolean) => {
    if (!inToast && isShown()) showProblem(text)
    else notify(isLost ? 'neutral' : 'error', text)
  }
  async function carryOut<Reply>(write: Write<Reply, Name>): Promise<boolean> {
    const { send, failed, refusals, saved, onDone, onAnswerLost, onRefused } = write
    let answer: Awaited<ReturnType<typeof answerOf<Reply>>>
    const textOf = (error: unknown) =>
      typeof failed === 'string' ? saveFailureText(error, failed, refusals) : failed(error)
    const act = () => doneText(textOf(new NetworkError({ sent: false })))
    try {
      answer = await answerOf(send)
    } catch (error) {
      if (await onRefused?.(error)) return false
      const lost = lostAnswerText(error)
      if (error instanceof LostAnswer && error.write) error.write.act = act()
      show(lost ?? textOf(error), lost !== null)
      return false
    }
    const text = typeof saved === 'function' ? answer && saved(answer.reply) : saved
    if (!answer) notify('success', saveTexts.savedUnanswered(act()))
    else if (text) notify('success', text)
    await shown(() => (answer ? onDone?.(answer.reply) : onAnswerLost?.()))
    return true
  }
  async function write<Reply>(asked: Write<Reply, Name>): Promise<boolean> {
    if (underWay.current) return false
    underWay.current = true
    setBusy({ name: asked.name ?? null })
    showProblem(null)
    try {
      return await carryOut(asked)
    } finally {
      underWay.current = false
      setBusy(null)
    }
  }
  return { isBusy: busy !== null, busy: busy?.name ?? null, problem, write, showProblem }
}

/** The write is done, so a screen that fails to reload is no failure of it. */
async function shown(work: () => unknown): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof ApiError || error instanceof NetworkError)) throw error
  }
}

function useIsShown(): () => boolean {
  const isShown = useRef(false)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  return () => isShown.current
}

interface ProblemProps {
  text: string | null | undefined
}

/** Shows in the form why a change was not made. A lost answer is not a failure, so it is not shown in red. */
export function Problem({ text }: ProblemProps) {
  if (!text) return null
  return lostAnswerEnding(text) ? <LostAnswerAlert text={text} /> : <Alert>{text}</Alert>
}

/** Alert about a lost answer, for a form that shows its failures at a field (`fieldError`). */
export function LostAnswerAlert({ text }: ProblemProps) {
  const ending = text ? lostAnswerEnding(text) : null
  if (!text || !ending) return null
  return ending === 'unknown' ? <UnknownWritesAlert fallback={text} /> : <Alert tone="neutral">{text}</Alert>
}

/** Failure to show at a field; undefined for a lost answer. */
export const fieldError = (text: ProblemProps['text']): string | undefined =>
  text && !lostAnswerEnding(text) ? text : undefined

interface ConfirmDialogProps {
  /** question that names its subject */
  title: string
  /** effects, with numbers */
  children: ReactNode
  /** names the effect */
  confirmLabel: string
  /** the confirmed act needs no server */
  isLocal?: boolean
  /** `primary` where nobody loses anything */
  tone?: 'danger' | 'primary'
  isBusy?: boolean
  onConfirm: () => void
  onClose: () => void
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, isLocal, tone = 'danger', isBusy, onConfirm, onClose } = props
  const Confirm = isLocal ? Button : ServerButton
  return (
    <Dialog title={title} onClose={onClose}>
      {!isLocal && <ConnectionNotice />}
      <div data-layout="grid 4">{children}</div>
      <DialogActions>
        <Button onClick={onClose}>Annuleren</Button>
        <Confirm tone={tone} busy={isBusy} onClick={onConfirm}>
          {confirmLabel}
        </Confirm>
      </DialogActions>
    </Dialog>
  )
}

/** Button for what only the server can do: without a connection it is disabled and its title says why. */
export function ServerButton({ disabled, ...rest }: ComponentProps<typeof Button>) {
  const connected = useIsConnected()
  const reason = useWaitReason()
  return <Button title={reason} {...rest} disabled={disabled || !connected} />
}

interface AskingButtonProps extends Omit<ConfirmDialogProps, 'isLocal' | 'onConfirm' | 'onClose'> {
  button: ComponentProps<typeof ServerButton>
  onConfirm: () => Promise<unknown>
}

/** Button of an act that is asked about first. The question closes when the act is over, whatever came of it. */
export function AskingButton({ button, onConfirm, ...question }: AskingButtonProps) {
  const [isAsking, ask] = useState(false)
  const confirm = async () => {
    await onConfirm()
    ask(false)
  }
  return (
    <>
      <ServerButton {...button} onClick={() => ask(true)} />
      {isAsking && <ConfirmDialog {...question} onConfirm={confirm} onClose={() => ask(false)} />}
    </>
  )
}

/** Button of a form that is saved on the server. Requires `busy`, so that no form is without it. */
export const SubmitButton = (button: Omit<ComponentProps<typeof ServerButton>, 'type'> & { busy: boolean }) => (
  <ServerButton type="submit" tone="primary" {...button} />
)

/** While `isDirty`, asks before the user leaves the screen or closes the tab, so that nothing typed is lost. */
export function UnsavedChanges({ isDirty }: { isDirty: boolean }) {
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  })
  if (leaving.status !== 'blocked') return null
  return <LeaveDialog onLeave={leaving.proceed} onStay={leaving.reset} />
}

/** Asks whether to leave the screen, which would lose what was typed. */
export const LeaveDialog = ({ onLeave, onStay }: { onLeave: () => void; onStay: () => void }) => (
  <ConfirmDialog title={texts.unsaved} confirmLabel={texts.leave} isLocal onConfirm={onLeave} onClose={onStay}>
    <p>{texts.lost}</p>
  </ConfirmDialog>
)
