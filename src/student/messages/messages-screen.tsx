import { useNavigate } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { listReceivedMessages, readMessage } from '#contract/messages.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { ReceivedMessage } from '#domain/messages/message.schema.ts'
import type { User } from '#domain/users/user.schema.ts'
import type { Api } from '#src/api/api.ts'
import { useApi } from '#src/api/use-api.ts'
import { useIsConfirmed } from '#src/offline/connection-waits.ts'
import { MessageText } from '#src/parts/messages/message-text.tsx'
import { learnUnread } from '#src/parts/messages/unread.ts'
import { PageMessage } from '#src/parts/page-state/page-state.tsx'
import { SlowNotice } from '#src/parts/page-state/slow-notice.tsx'
import { useServerTime } from '#src/session/session-view.tsx'
import { Alert } from '#src/ui/alert.tsx'
import { Icon, VisuallyHidden } from '#src/ui/icon.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { useMedia } from '#src/ui/use-media.ts'
import { messagesTexts as texts } from './messages.texts.ts'
import styles from './messages-screen.module.css'

export async function loadMessages({ api, user }: { api: Api; user: User }): Promise<ReceivedMessage[]> {
  const { messages } = user._links
  // A device may have stored its student before this link existed; the server's answer adds it.
  if (!messages) return []
  const { entities } = await api.follow(listReceivedMessages, messages)
  learnUnread(user.id, entities)
  return entities
}

interface MessagesScreenProps {
  user: User
  messages: readonly ReceivedMessage[]
  /** id of the message in the page's address: from a push, an e-mail or a press */
  openId: number | undefined
}

export function MessagesScreen({ user, messages, openId }: MessagesScreenProps) {
  const navigate = useNavigate()
  const isConfirmed = useIsConfirmed()
  const now = useServerTime()()
  const hasRoom = useMedia(ROOM_FOR_TWO)
  const opened = useOpened(messages, openId)
  useReading({ user, messages, openId, isConfirmed })

  const toggle = (id: number) =>
    navigate({
      to: '/student/messages',
      search: id === openId && !hasRoom ? {} : { message: id },
      replace: true,
      resetScroll: false,
    })
  const isMissing = openId !== undefined && !messages.some(({ id }) => id === openId)
  return (
    <div
      className={styles.page}
      data-layout="stack 4"
      data-width="44"
      data-room={messages.length > 0 ? 'wide' : undefined}
    >
      {isMissing && (
        <Alert tone="neutral">
          <p>{isConfirmed ? texts.missing : texts.notHere}</p>
        </Alert>
      )}
      {messages.length === 0 ? (
        <PageMessage title={texts.none}>{texts.empty}</PageMessage>
      ) : (
        <ul data-layout="stack 3">
          {messages.map((message) => (
            <Message
              key={message.id}
              message={message}
              isOpen={message.id === openId}
              isBeside={hasRoom}
              isNew={message.read_at === null && !opened.has(message.id)}
              now={now}
              onToggle={() => void toggle(message.id)}
            />
          ))}
        </ul>
      )}
      {hasRoom && messages.length > 0 && <OpenMessage message={messages.find(({ id }) => id === openId)} now={now} />}
    </div>
  )
}

/** Width from which the open message fits beside the list. */
const ROOM_FOR_TWO = '(width >= 76rem)'

function OpenMessage({ message, now }: { message: ReceivedMessage | undefined; now: number }) {
  const id = useId()
  if (!message)
    return (
      <p className={styles.choose} data-layout="grid 3" data-text="breaks muted centered" data-box>
        {texts.choose}
      </p>
    )
  return (
    <article aria-labelledby={id} className={styles.beside} data-layout="grid 3" data-text="breaks" data-box>
      <h2 id={id}>{message.subject}</h2>
      <p className={styles.when} data-text="small figures muted">
        <time translate="no" dateTime={message.created_at}>
          {instantLabel(message.created_at, now)}
        </time>
      </p>
      <MessageText text={message.text} />
    </article>
  )
}

interface MessageProps {
  message: ReceivedMessage
  isOpen: boolean
  /** the open message is shown beside the list, not in it */
  isBeside: boolean
  isNew: boolean
  now: number
  onToggle: () => void
}

function Message({ message, isOpen, isBeside, isNew, now, onToggle }: MessageProps) {
  const { kind, subject, text, created_at } = message
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)

  // Scrolls to a message opened from a push or an e-mail; after a press the user is there already.
  useEffect(() => {
    if (!isOpen || document.activeElement === button.current) return
    // The router first restores the scroll position and focuses the heading.
    const frame = requestAnimationFrame(() => {
      button.current?.scrollIntoView({ block: 'start' })
      button.current?.focus({ preventScroll: true })
    })
    return () => cancelAnimationFrame(frame)
  }, [isOpen])

  return (
    <li className={styles.message} data-box data-new={isNew} data-open={isOpen} data-beside={isBeside}>
      <h2>
        <button
          ref={button}
          type="button"
          className={styles.head}
          data-layout="grid 1 x3 full target"
          data-text="base normal"
          data-pad="3 x4"
          aria-expanded={isBeside ? undefined : isOpen}
          aria-controls={isBeside ? undefined : id}
          aria-current={(isBeside && isOpen) || undefined}
          onClick={onToggle}
        >
          <Icon name={kind === 'change' ? 'calendar' : 'mail'} />
          <span data-text="breaks">
            {isNew && (
              <span className={styles.new} data-text="accent small strong" data-pad="x2">
                Nieuw
              </span>
            )}{' '}
            <span className={styles.subject}>{subject}</span>
          </span>
          <span className={styles.mark} data-text="muted">
            <Icon name="chevron" />
          </span>
          <span className={styles.when} data-text="small figures muted">
            <time translate="no" dateTime={created_at}>
              {instantLabel(created_at, now)}
            </time>
            {kind === 'change' && <span>{texts.aboutChange}</span>}
          </span>
        </button>
      </h2>
      {!isBeside && (
        <div id={id} className={styles.body} hidden={!isOpen}>
          {isOpen && <MessageText text={text} />}
        </div>
      )}
    </li>
  )
}

/** Messages opened on this screen: no longer new to the reader, even before the server knows. */
function useOpened(messages: readonly ReceivedMessage[], openId: number | undefined): ReadonlySet<number> {
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  if (openId !== undefined && !opened.has(openId) && messages.some(({ id }) => id === openId))
    setOpened(new Set([...opened, openId]))
  return opened
}

interface Reading {
  user: User
  messages: readonly ReceivedMessage[]
  openId: number | undefined
  isConfirmed: boolean
}

/** Marks the open message as read on the server; after a failure silently retries with the next connection or change. */
function useReading({ user, messages, openId, isConfirmed }: Reading): void {
  const api = useApi()
  const unread = messages.find(({ id, read_at }) => id === openId && read_at === null)
  useEffect(() => {
    if (!unread || !isConfirmed) return
    api.call(readMessage, { params: { user_id: user.id, id: unread.id } }).catch(() => undefined)
  }, [api, user.id, unread, isConfirmed])
}

const ROWS = ['a', 'b', 'c']

export const MessagesSkeleton = () => (
  <div className={styles.page} data-layout="stack 4" data-width="44">
    <VisuallyHidden>{texts.loading}</VisuallyHidden>
    <SlowNotice />
    <div data-layout="stack 3">
      {ROWS.map((key) => (
        <div key={key} className={styles.message} data-box>
          <div data-layout="grid 2" data-pad="3 x4">
            <Skeleton width="24ch" />
            <Skeleton width="14ch" />
          </div>
        </div>
      ))}
    </div>
  </div>
)
