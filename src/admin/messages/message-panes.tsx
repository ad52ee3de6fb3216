import type { ReactNode } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import { listMessages } from '#contract/messages.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { saveFailureText } from '#src/parts/editing/save.texts.ts'
import { ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { LoadMoreButton, usePagedList } from '#src/parts/list-page/paged-list.tsx'
import { PaneLink, PaneList, Panes } from '#src/parts/panes.tsx'
import { useNotify } from '#src/toasts/toasts-context.ts'
import { messagesTexts as texts } from './messages.texts.ts'

interface MessagePanesProps {
  api: Api
  first: ListReply<Message> | null
  children: ReactNode
}

/** What was written to students, the latest first, and beside it the one that was chosen. */
export const MessagePanes = ({ api, first, children }: MessagePanesProps) => (
  <Panes
    label="Verstuurde berichten"
    facts={first}
    head={
      <ScreenLink to="/admin/messages/new" tone="create" icon="plus">
        Nieuw bericht
      </ScreenLink>
    }
    list={(messages) => <MessageList api={api} first={messages} />}
  >
    {children}
  </Panes>
)

function MessageList({ api, first }: { api: Api; first: ListReply<Message> }) {
  const notify = useNotify()
  const list = usePagedList({
    api,
    target: listMessages,
    first,
    onFailed: (error) => notify('error', saveFailureText(error, texts.loadFailed)),
    name: 'beside',
  })
  return (
    <>
      <PaneList>
        {list.entities.map((message) => (
          <PaneLink
            key={message.id}
            to="/admin/messages/$messageId"
            params={{ messageId: String(message.id) }}
            title={message.subject}
            note={noteOn(message)}
            end={dateLabel(dayOf(Date.parse(message.created_at)), Date.now())}
          />
        ))}
      </PaneList>
      <LoadMoreButton list={list}>Meer berichten laden</LoadMoreButton>
    </>
  )
}

/** Recipients of the message, and failures if any. */
const noteOn = ({ audience_label, recipients, letters: { refused, unknown } }: Message): string =>
  [
    audience_label,
    texts.students(recipients),
    refused > 0 && texts.refused(refused),
    unknown > 0 && texts.unknown(unknown),
  ]
    .filter(Boolean)
    .join(' · ')
