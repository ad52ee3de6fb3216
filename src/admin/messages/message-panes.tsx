import type { ReactNode } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import { listMessages } from '#contract/messages.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { PagedPane } from '#src/parts/list-page/paged-list.tsx'
import { PaneLink, Panes } from '#src/parts/panes.tsx'
import { messagesTexts as texts } from './messages.texts.ts'

interface MessagePanesProps {
  api: Api
  first: ListReply<Message> | null
  children: ReactNode
}

/** Messages to students, latest first, with the chosen one beside them. */
export const MessagePanes = ({ api, first, children }: MessagePanesProps) => (
  <Panes
    label={texts.list}
    facts={first}
    head={
      <ScreenLink to="/admin/messages/new" tone="create" icon="plus">
        {texts.new}
      </ScreenLink>
    }
    list={(messages) => (
      <PagedPane
        api={api}
        target={listMessages}
        first={messages}
        failed={texts.loadFailed}
        more={texts.more}
        item={(message) => (
          <PaneLink
            to="/admin/messages/$messageId"
            params={{ messageId: String(message.id) }}
            title={message.subject}
            note={noteOn(message)}
            end={dateLabel(dayOf(Date.parse(message.created_at)), Date.now())}
          />
        )}
      />
    )}
  >
    {children}
  </Panes>
)

/** Recipients of the message, and failures if there are any. */
const noteOn = ({ audience_label, recipients, letters: { refused, unknown } }: Message): string =>
  [
    audience_label,
    texts.students(recipients),
    refused > 0 && texts.refused(refused),
    unknown > 0 && texts.unknown(unknown),
  ]
    .filter(Boolean)
    .join(' · ')
