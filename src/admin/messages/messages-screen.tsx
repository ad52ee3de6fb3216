import { Link, useNavigate } from '@tanstack/react-router'
import type { ListReply } from '#contract/endpoint.ts'
import { listMessages } from '#contract/messages.gen.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import { TitleTools } from '#src/parts/layout/title-tools.tsx'
import { FilterTick } from '#src/parts/list-page/filter-bar.tsx'
import { EmptyList, ListPage, ListTable } from '#src/parts/list-page/list-page.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import type { Column } from '#src/ui/table.tsx'
import type { MessagesFilter } from './load-messages.ts'
import { MessageState } from './message-outcome.tsx'
import styles from './messages.module.css'
import { messagesTexts as texts } from './messages.texts.ts'

export function MessagesScreen({ filter, first }: { filter: MessagesFilter; first: ListReply<Message> }) {
  const navigate = useNavigate()
  const list = usePagedList({ target: listMessages, first, failed: texts.loadFailed })
  return (
    <ListPage
      intro={list.entities.length > 0 && texts.intro}
      add={{ label: texts.new, onAdd: () => void navigate({ to: '/admin/messages/new' }) }}
    >
      <TitleTools>
        <FilterTick
          label={texts.automatic}
          checked={filter.automatic === true}
          onChange={(automatic) =>
            navigate({ to: '/admin/messages', search: automatic ? { automatic } : {}, replace: true })
          }
        />
      </TitleTools>
      {list.entities.length === 0 ? (
        <EmptyList>{texts.empty}</EmptyList>
      ) : (
        <ListTable list={list} caption="Berichten" columns={messageColumns(filter)} more={texts.more} />
      )}
    </ListPage>
  )
}

const messageColumns = (filter: MessagesFilter): Column<Message>[] => [
  {
    key: 'subject',
    label: 'Onderwerp',
    least: [7, 10.5],
    cell: ({ id, subject }) => (
      <Link
        to="/admin/messages/$messageId"
        params={{ messageId: String(id) }}
        search={filter}
        data-text="strong breaks two-lines"
        title={subject}
      >
        {subject}
      </Link>
    ),
  },
  {
    key: 'audience',
    label: 'Aan',
    least: [7, 10.5],
    cell: ({ audience_label, variants }) => (
      <span data-text="two-lines" title={audience_label}>
        {variants.length > 1 ? texts.variants(variants.length) : audience_label}
      </span>
    ),
  },
  { key: 'recipients', label: 'Ontvangers', align: 'end', cell: ({ recipients }) => recipients.toLocaleString('nl') },
  { key: 'state', label: 'Stand', least: [7, 7], cell: (message) => <MessageState message={message} /> },
  {
    key: 'sent',
    label: 'Verstuurd',
    cell: ({ created_at, sender }) => (
      <span>
        <time translate="no" className={styles.when} dateTime={created_at} title={instantLabel(created_at, 'any-time')}>
          {instantLabel(created_at, Date.now())}
        </time>
        <span data-layout="block" data-text="small normal muted">
          {sender?.name ?? texts.goneSender}
        </span>
      </span>
    ),
  },
]
