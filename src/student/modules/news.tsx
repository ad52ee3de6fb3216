import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { listTakenTests } from '#contract/history.gen.ts'
import { listReceivedMessages } from '#contract/messages.gen.ts'
import type { ReceivedMessage } from '#domain/messages/message.schema.ts'
import type { TakenTest } from '#domain/results/result.schema.ts'
import { resultLabel } from '#domain/results/result.texts.ts'
import type { User } from '#domain/users/user.schema.ts'
import { useApi } from '#src/api/use-api.ts'
import { onAppEvent } from '#src/live/app-events.ts'
import { createRefreshing } from '#src/live/refreshing.ts'
import { renewBeside } from '#src/live/renewed-beside.ts'
import { learnUnread } from '#src/parts/messages/unread.ts'
import { Icon, type IconName } from '#src/ui/icon.tsx'
import styles from './now.module.css'

/** Messages to the student and results of their tests, on lines that are always there, so that nothing moves. */
export function News({ user, now }: { user: User; now: number }) {
  const { messages, tests } = useNews(user)
  const unread = messages?.filter(({ read_at }) => read_at === null) ?? []
  const [latest] = unread
  const result = newestResult(tests ?? [], now)
  return (
    <ul className={styles.news} aria-label="Nieuw">
      <NewsItem icon="mail" isNew={latest !== undefined} brief={messages && (latest?.subject ?? NONE_NEW)}>
        <Link to="/student/messages" search={latest ? { message: latest.id } : {}} className={styles.cover} data-covers>
          {unread.length === 0
            ? 'Berichten'
            : unread.length === 1
              ? '1 nieuw bericht'
              : `${unread.length} nieuwe berichten`}
        </Link>
      </NewsItem>
      <NewsItem icon="done" isNew={result !== null} brief={tests && (result ? resultLabel(result.value) : NONE_NEW)}>
        <Link to="/student/history" className={styles.cover} data-covers>
          {result ? `Uitslag ${result.moduleName}` : 'Uitslagen'}
        </Link>
      </NewsItem>
    </ul>
  )
}

interface NewsItemProps {
  icon: IconName
  isNew: boolean
  brief: string | null
  children: ReactNode
}

const NONE_NEW = 'geen nieuwe'

const NewsItem = ({ icon, isNew, brief, children }: NewsItemProps) => (
  <li className={styles.newsItem} data-new={isNew}>
    <Icon name={icon} />
    <p>
      {children} {/* Takes its room while it is unknown, or the word before it would move once it is known. */}
      <span data-text="normal muted" data-known={brief !== null}>
        {brief ?? NONE_NEW}
      </span>
    </p>
  </li>
)

/** Time (ms) after publication in which a result counts as new. */
const NEWS_MS = 14 * 86_400_000

/** The result published last, if that was recently. */
export function newestResult(tests: readonly TakenTest[], now: number) {
  const [newest] = tests
    .flatMap(({ result, published_at, module_name }) =>
      result && published_at ? [{ value: result, moduleName: module_name, at: Date.parse(published_at) }] : [],
    )
    .toSorted((one, other) => other.at - one.at)
  return newest && now - newest.at < NEWS_MS ? newest : null
}

interface KnownNews {
  messages: readonly ReceivedMessage[] | null
  tests: readonly TakenTest[] | null
}

/** Returns the device's copy, then the server's, and again after each event about it and with each renewal of the screen. */
function useNews({ id, _links }: User): KnownNews {
  const api = useApi()
  const [news, setNews] = useState<KnownNews>({ messages: null, tests: null })
  const { messages, history } = _links

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link is its address, also in a newer answer about the user
  useEffect(() => {
    let isOver = false
    const load = async () => {
      // After a failure the value stays unknown, or as it was.
      const none = () => null
      const [received, taken] = await Promise.all([
        messages ? api.follow(listReceivedMessages, messages).catch(none) : null,
        history ? api.follow(listTakenTests, history).catch(none) : null,
      ])
      if (isOver) return
      if (received) learnUnread(id, received.entities)
      setNews((known) => ({ messages: received?.entities ?? known.messages, tests: taken?.entities ?? known.tests }))
    }
    void load()
    const stopRenewing = renewBeside(load)
    const refreshing = createRefreshing({
      refresh: () => void load(),
      isWanted: () => document.visibilityState === 'visible',
      random: Math.random,
    })
    const stop = onAppEvent({
      received: (event) => {
        if (event.name === 'messagesChanged' || event.name === 'resultsChanged') refreshing.note(event)
      },
    })
    document.addEventListener('visibilitychange', refreshing.look)
    return () => {
      isOver = true
      stopRenewing()
      stop()
      refreshing.stop()
      document.removeEventListener('visibilitychange', refreshing.look)
    }
  }, [api, id, messages?.href, history?.href])
  return news
}
