import { Link, useNavigate } from '@tanstack/react-router'
import type { ListReply } from '#contract/endpoint.ts'
import { listMessages } from '#contract/messages.ts'
import { instantLabel } from '#domain/calendar/date-labels.ts'
import type { Message } from '#domain/messages/message.schema.ts'
import type { Api } from '#src/api/api.ts'
import { ListPage } from '#src/parts/list-page/list-page.tsx'
import { ListTable } from '#src/parts/list-page/list-table.tsx'
import { usePagedList } from '#src/parts/list-page/paged-list.tsx'
import type { Column } from '#src/ui/table.tsx'
import { MessageState } from './message-outcome.tsx'
import styles from './messages.module.css'
import { messagesTexts as texts } from './messages.texts.ts'

interface MessagesScreenProps {
  api: Api
  first: ListReply<Message>
}

/** Messages to students, latest first. */
export function MessagesScreen({ api, first }: MessagesScreenProps) {
  const navigate = useNavigate()
  const list = usePagedList({ api, target: listMessages, first, failed: texts.loadFailed })
  return (
    <ListPage
      intro={texts.intro}
      add={{ label: texts.new, onAdd: () => void navigate({ to: '/admin/messages/new' }) }}
      emptyText={list.entities.length === 0 && texts.empty}
    >
      <ListTable list={list} caption="Berichten" columns={columnsOf(api)} more={texts.more} />
    </ListPage>
  )
}

const columnsOf = (api: Api): Column<Message>[] => [
  {
    key: 'subject',
    label: 'Onderwerp',
    least: [7, 10.5],
    cell: ({ id, subject }) => (
      <Link to="/admin/messages/$messageId" params={{ messageId: String(id) }} data-text="strong breaks">
        {subject}
      </Link>
    ),
  },
  {
    key: 'audience',
    label: 'Aan',
    least: [7, 10.5],
    cell: ({ kind, audience_label }) => (
      <span>
        {audience_label}
        {kind === 'change' && (
          <span data-layout="block" data-text="small normal muted">
            {texts.ofChange}
          </span>
        )}
      </span>
    ),
  },
  { key: 'recipients', label: 'Ontvangers', align: 'end', cell: ({ recipients }) => recipients.toLocaleString('nl') },
  { key: 'state', label: 'Stand', least: [7, 7], cell: (message) => <MessageState api={api} message={message} /> },
  {
    key: 'sent',
    label: 'Verstuurd',
    cell: ({ created_at, sender }) => (
      <span>
        <time className={styles.when} dateTime={created_at} title={instantLabel(created_at, 'any-time')}>
          {instantLabel(created_at, Date.now())}
        </time>
        <span data-layout="block" data-text="small normal muted">
          {sender?.name ?? texts.goneSender}
        </span>
      </span>
    ),
  },
]
