import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { ListReply } from '#contract/endpoint.ts'
import { listMessages } from '#contract/messages.gen.ts'
import { dayOf } from '#domain/calendar/amsterdam.ts'
import { dateLabel } from '#domain/calendar/date-labels.ts'
import { dotted } from '#domain/entities/dotted.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { ScreenLink } from '#src/parts/list-page/list-page.tsx'
import { PagedPane } from '#src/parts/list-page/paged-list.tsx'
import { PaneLink, Panes } from '#src/parts/panes.tsx'
import type { MessagesFilter } from './load-messages.ts'
import { messagesTexts as texts } from './messages.texts.ts'

interface MessagePanesProps {
  filter: MessagesFilter
  first: ListReply<Message> | null
  chosen: string
  children: ReactNode
}

export function MessagePanes({ filter, first, chosen, children }: MessagePanesProps) {
  const navigate = useNavigate()
  return (
    <Panes
      label={texts.list}
      facts={first}
      head={
        <div data-layout="row 3 between">
          <ScreenLink to="/admin/messages/new" tone="create" icon="plus">
            {texts.new}
          </ScreenLink>
          <FilterTick
            label={texts.automatic}
            checked={filter.automatic === true}
            onChange={(automatic) =>
              navigate({
                to: '/admin/messages/$messageId',
                params: { messageId: chosen },
                search: automatic ? { automatic } : {},
                replace: true,
              })
            }
          />
        </div>
      }
      list={(messages) => (
        <PagedPane
          key={JSON.stringify(filter)}
          target={listMessages}
          first={messages}
          failed={texts.loadFailed}
          more={texts.more}
          item={(message) => (
            <PaneLink
              to="/admin/messages/$messageId"
              params={{ messageId: String(message.id) }}
              search={filter}
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
}

const noteOn = ({ audience_label, variants, recipients, letters: { refused, unknown } }: Message): string =>
  dotted([
    variants.length > 1 ? texts.variants(variants.length) : audience_label,
    texts.students(recipients),
    refused > 0 && texts.refused(refused),
    unknown > 0 && texts.unknown(unknown),
  ])
