import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { AudiencePreview } from '#contract/messages.calls.ts'
import { previewAudience, previewChosenAudience } from '#contract/messages.gen.ts'
import { tidyMessage } from '#domain/messages/message.rules.ts'
import { messageLetterTexts, messageRefusalTexts } from '#domain/messages/message.texts.ts'
import { messagePushTexts } from '#domain/push/push.texts.ts'
import { personLabel } from '#domain/users/names.ts'
import type { User } from '#domain/users/user.schema.ts'
import { ApiError } from '#src/api/api-error.ts'
import { askLatest } from '#src/api/latest-answer.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConnected } from '#src/offline/connection-view.tsx'
import { EditSection } from '#src/parts/editing/edit-section.tsx'
import { BackLink } from '#src/parts/list-page/kept-list.tsx'
import { MessageFields, type Words, wordsRefusal } from '#src/parts/messages/message-fields.tsx'
import { MessageText } from '#src/parts/messages/message-text.tsx'
import type { ChosenGroup } from '#src/parts/messages/write-link.tsx'
import { useFollowed } from '#src/parts/use-followed.ts'
import { ConfirmDialog, Problem, SubmitButton, UnsavedChanges } from '#src/parts/writing/writing.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Form } from '#src/ui/field.tsx'
import { StatusLine } from '#src/ui/status.tsx'
import { AudienceFields } from './audience-section.tsx'
import { audienceOf, type Groups } from './load-messages.ts'
import { Fact } from './message-screen.tsx'
import styles from './messages.module.css'
import { messagePreviewTexts, newMessageTexts as texts } from './messages.texts.ts'
import { useNewMessage } from './use-new-message.ts'

interface NewMessageScreenProps {
  user: User
  group: ChosenGroup
  /** loaded again at each event about the groups' members */
  groups: Groups
}

export function NewMessageScreen({ user, group: addressed, groups }: NewMessageScreenProps) {
  const navigate = useNavigate()
  const [group, follow] = useFollowed<ChosenGroup>(addressed, (search) =>
    navigate({ to: '/admin/messages/new', search, replace: true, resetScroll: false }),
  )
  const now = useServerTime()()
  const form = useRef<HTMLFormElement>(null)
  const { draft, isDirty, sending, edit } = useNewMessage({ user })
  const [isTried, setTried] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const { count, preview } = useAudienceCount(group, groups)
  const audience = audienceOf(group)

  // The server's own question replaces this one.
  if (isAsking && (sending.dialog || sending.problem !== null)) setAsking(false)
  const focusFault = () => {
    const fault = audience ? '[aria-invalid="true"]' : group.kind ? 'select' : 'input[type="radio"]'
    form.current?.querySelector<HTMLElement>(fault)?.focus()
  }
  // The first attempt marks empty fields.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, and not with each change
  useEffect(() => {
    if (isTried) focusFault()
  }, [isTried])

  const choose = (chosen: ChosenGroup) => {
    edit({})
    follow(chosen)
  }
  const submit = () => {
    setTried(true)
    sending.showProblem(null)
    focusFault()
    if (audience && wordsRefusal(draft) === null && preview?.recipients !== 0) setAsking(true)
  }
  const send = () => {
    if (audience) sending.change({ key: draft.key, subject: draft.subject, text: draft.text, audience })
  }
  return (
    <div data-layout="stack 4" data-room="wide">
      <BackLink to="/admin/messages">Berichten</BackLink>
      <div className={styles.columns} data-layout="stack 4">
        <Form ref={form} className={styles.written} data-layout="stack 4" onSubmit={submit}>
          <EditSection title="Ontvangers">
            <AudienceFields group={group} groups={groups} now={now} onChoose={choose} />
            <AudienceCount
              count={count}
              preview={preview}
              isMissed={isTried && !audience}
              isGone={group.kind === 'users' && !audience}
            />
          </EditSection>
          <EditSection title="Bericht">
            <MessageFields words={draft} isTried={isTried} onEdit={edit} />
            {isTried && preview?.recipients === 0 && <Alert>{messageRefusalTexts['message-to-nobody']}</Alert>}
            <Problem text={sending.problem} />
            <div data-layout="row">
              <SubmitButton busy={sending.isBusy}>Versturen</SubmitButton>
            </div>
          </EditSection>
        </Form>
        <MessagePreview words={draft} sender={user} />
      </div>
      {isAsking && (
        <ConfirmDialog
          title={texts.question}
          confirmLabel={texts.confirm(preview?.recipients)}
          tone="primary"
          isBusy={sending.isBusy}
          onConfirm={send}
          onClose={() => setAsking(false)}
        >
          {preview && <p>{texts.goes(preview.recipients)}</p>}
          <dl className={styles.facts} data-layout="grid 1" data-text="breaks">
            {preview && <Fact name="Aan">{preview.label}</Fact>}
            <Fact name="Onderwerp">{draft.subject.trim()}</Fact>
          </dl>
          <p>{texts.noWayBack}</p>
        </ConfirmDialog>
      )}
      {sending.dialog}
      <UnsavedChanges isDirty={isDirty} />
    </div>
  )
}

type Count = 'none' | 'counting' | 'counted' | 'gone' | 'failed'

interface AudienceCountProps {
  count: Count
  preview: AudiencePreview | null
  /** the user tried to send without a group */
  isMissed: boolean
  /** the students chosen on another screen are no longer known */
  isGone: boolean
}

/** Number of recipients; screen readers read each change. */
const AudienceCount = ({ count, preview, isMissed, isGone }: AudienceCountProps) => (
  <div role="status" data-layout="line-high">
    {count === 'none' && (
      <StatusLine tone={isMissed ? 'danger' : 'neutral'} icon={isMissed ? 'alert' : 'info'}>
        {isGone ? texts.chooseAgain : texts.chooseGroup}
      </StatusLine>
    )}
    {count === 'counting' && <StatusLine icon="clock">{texts.counting}</StatusLine>}
    {count === 'counted' && preview && (
      <StatusLine
        tone={preview.recipients === 0 ? 'warning' : 'accent'}
        icon={preview.recipients === 0 ? 'alert' : 'person'}
      >
        {texts.goesTo(preview)}
      </StatusLine>
    )}
    {count === 'gone' && <StatusLine tone="danger">{texts.groupGone}</StatusLine>}
    {count === 'failed' && <StatusLine tone="warning">{texts.countFailed}</StatusLine>}
  </div>
)

/** Counts the group, and again after each event about its members. */
function useAudienceCount(group: ChosenGroup, groups: Groups) {
  const api = useApi()
  const [preview, setPreview] = useState<AudiencePreview | null>(null)
  const [count, setCount] = useState<Count>('none')
  const isConnected = useIsConnected()
  const asked = JSON.stringify(audienceOf(group))
  const [counted, setCounted] = useState(asked)
  if (counted !== asked) {
    setCounted(asked)
    setPreview(null)
    setCount(asked === 'null' ? 'none' : 'counting')
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: new `groups` mean that their members changed
  useEffect(() => {
    const audience = audienceOf(JSON.parse(asked) ?? {})
    if (!audience || !isConnected) return
    return askLatest({
      ask: () =>
        audience.kind === 'users'
          ? api.call(previewChosenAudience, { body: { audience } })
          : api.call(previewAudience, { query: audience }),
      onAnswer: (answer) => {
        setPreview(answer)
        setCount('counted')
      },
      onFailure: (error) => setCount(error instanceof ApiError && error.status === 404 ? 'gone' : 'failed'),
    })
  }, [api, asked, groups, isConnected])
  return { count, preview }
}

/** Preview of the push, which only says that there is a message, and of the e-mail, in full length. */
function MessagePreview({ words, sender }: { words: Words; sender: User }) {
  const { subject, text } = tidyMessage(words)
  return (
    <section className={styles.preview} data-layout="stack 4" data-width="40" aria-labelledby="preview">
      <h2 id="preview">Voorbeeld</h2>
      <figure data-layout="grid 2">
        <figcaption data-text="small muted">{messagePreviewTexts.push}</figcaption>
        <div className={styles.push} data-layout="row 3 nowrap" data-text="small" data-pad="3 x4">
          <img data-layout="fixed" src="/icons/icon.svg" alt="" width="36" height="36" />
          <div>
            <p data-text="base strong">{messagePushTexts.message.title}</p>
            <p>{messagePushTexts.message.body}</p>
          </div>
        </div>
      </figure>
      <figure data-layout="grid 2">
        <figcaption data-text="small muted">{messagePreviewTexts.letter}</figcaption>
        <div className={styles.letter} data-layout="stack 4" data-text="breaks" data-box>
          <p data-text="small strong">{messagePreviewTexts.product}</p>
          <p className={styles.letterSubject} data-text="large strong">
            {subject || 'Onderwerp'}
          </p>
          <p>Hallo Noor,</p>
          {text === '' ? <p data-text="muted">{messagePreviewTexts.noText}</p> : <MessageText text={text} />}
          <div data-layout="grid 2" data-text="muted small">
            <p>{messageLetterTexts.sender(personLabel(sender))}</p>
            <p>{messageLetterTexts.inApp(`${location.origin}/student/messages`)}</p>
          </div>
        </div>
      </figure>
    </section>
  )
}
