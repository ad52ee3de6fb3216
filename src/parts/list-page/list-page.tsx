import { createLink, useRouter, useRouterState } from '@tanstack/react-router'
import {
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { TickAll, type Ticks, TicksContext } from '#src/parts/many/ticks.tsx'
import { Button } from '#src/ui/button.tsx'
import { ButtonLink } from '#src/ui/button-link.tsx'
import { Card } from '#src/ui/card.tsx'
import { Form, TextField } from '#src/ui/field.tsx'
import { Stroke, VisuallyHidden } from '#src/ui/icon.tsx'
import { Illustration } from '#src/ui/illustration.tsx'
import { Skeleton } from '#src/ui/progress.tsx'
import { type Column, type Order, type Ordering, ordered, Table } from '#src/ui/table.tsx'
import { TitleTools } from '../layout/title-tools.tsx'
import styles from './list-page.module.css'

interface ListPageProps {
  intro?: ReactNode
  add?: { label: string; onAdd: () => void }
  tools?: ReactNode
  /** shown instead of an empty list, and says what to do; false while the list has rows */
  emptyText?: ReactNode
  children: ReactNode
}

/** Screen with a list, and its actions above it; the main one is in the title bar where that has room. */
export const ListPage = ({ intro, add, tools, emptyText, children }: ListPageProps) => {
  useNoSkeletonMeanwhile()
  const addButton = add && (
    <Button tone="create" icon="plus" onClick={add.onAdd}>
      {add.label}
    </Button>
  )
  return (
    <div
      ref={useKeptFocus()}
      className={styles.page}
      data-layout="grid 2"
      data-room="wide"
      aria-busy={useIsSearching()}
    >
      <div data-layout="row 2 x6 between if-any">
        {intro && !emptyText && (
          <p data-layout="grows" data-text="small muted">
            {intro}
          </p>
        )}
        {addButton && !emptyText && <TitleTools>{addButton}</TitleTools>}
      </div>
      {tools}
      {emptyText ? <EmptyList action={addButton}>{emptyText}</EmptyList> : children}
    </div>
  )
}

/** While a list stands no skeleton takes its place during another search or filter of it: what is typed goes on. */
function useNoSkeletonMeanwhile(): void {
  const router = useRouter()
  useEffect(() => {
    const usual = router.options.defaultPendingMs
    const end = router.subscribe('onBeforeNavigate', ({ pathChanged }) => {
      router.options.defaultPendingMs = pathChanged ? usual : Infinity
    })
    return () => {
      end()
      router.options.defaultPendingMs = usual
    }
  }, [router])
}

/** Whether another search or filter of this screen is being loaded: its old rows stay until then. */
const useIsSearching = () =>
  useRouterState({
    select: ({ location, resolvedLocation }) =>
      location.pathname === resolvedLocation?.pathname && location.searchStr !== resolvedLocation.searchStr,
  })

/**
 * Keeps the focus in an element while a skeleton takes its place, as for a search that was kept and of which there was news since:
 * React hides the element meanwhile, and a browser takes the focus from what is hidden.
 */
function useKeptFocus(): RefObject<HTMLDivElement | null> {
  const within = useRef<HTMLDivElement>(null)
  const focused = useRef<Element>(null)
  // The clean-up runs before the element is hidden, and the effect runs again once the element is shown.
  useLayoutEffect(() => {
    const element = within.current
    if (focused.current instanceof HTMLElement && document.activeElement === document.body)
      focused.current.focus({ preventScroll: true })
    return () => {
      const { activeElement } = document
      focused.current = element?.contains(activeElement) ? activeElement : null
    }
  }, [])
  return within
}

/** Shown instead of an empty list; says what will be in it. */
export const EmptyList = ({ children, action }: { children: ReactNode; action?: ReactNode }) => (
  <Card>
    <div data-layout="row 4 x6">
      <Illustration name="empty" />
      <div data-layout="grid 4 left grows" data-width="44">
        <div>{children}</div>
        {action}
      </div>
    </div>
  </Card>
)

/** Icon before each link to an import: the arrow of an export, turned round. */
export const ImportArrow = () => <Stroke stroke="M12 15V4m-4.5 4.5L12 4l4.5 4.5M5 20h14" />

export const ScreenLink = createLink(ButtonLink)

/** Link from a row to its edit screen. `what` names the row for screen readers that list links out of context. */
export const EditLink = createLink(({ what, ...link }: { what: string } & Parameters<typeof ButtonLink>[0]) => (
  <ButtonLink {...link} tone="quiet" icon="edit" aria-label={`${what} wijzigen`}>
    Wijzigen
  </ButtonLink>
))

/** Remembers records made on this screen since it was opened, so that its list can mark them. */
export function useJustMade() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set())
  return {
    has: useCallback((id: number) => ids.has(id), [ids]),
    /** id of the record made last */
    last: [...ids].at(-1),
    add: (id: number) => setIds((made) => new Set([...made, id])),
  }
}

export const ListSkeleton = () => (
  <div data-layout="grid 2" aria-busy="true">
    <VisuallyHidden>Bezig met laden…</VisuallyHidden>
    <Skeleton width="60%" />
    <Card>
      <Skeleton lines={6} />
    </Card>
  </div>
)

/** Loaded rows of a list: from a route's loader (`usePagedList`) or from the screen itself (`useFoundList`). */
export interface ListRows<Row> {
  entities: readonly Row[]
  hasMore: boolean
  /** a page or another order is being loaded */
  isLoading: boolean
  loadMore: () => void
  /** order in which the server sorts the whole list, including rows that are not loaded */
  ordering: Ordering
  /** first row of the last page; gets the focus, since the button that asked for the page is gone */
  arrived?: Row | undefined
  /** called with the row that gets the focus, so that a user who comes back finds it focused */
  onFocusRow?: (row: Row) => void
  /** the rows answer the previous question, not the current one */
  isOutdated?: boolean
}

/** A list that came whole: its rows in the order that the user chose. */
export function useWholeList<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): ListRows<Row> {
  const [order, onOrder] = useState<Order | null>(null)
  const sortBy = columns.find(({ key }) => key === order?.key)?.sortBy
  return {
    entities: useMemo(() => ordered(rows, order, sortBy), [rows, order, sortBy]),
    hasMore: false,
    isLoading: false,
    loadMore: () => undefined,
    ordering: useMemo(() => ({ order, onOrder }), [order]),
  }
}

interface ListTableProps<Row> {
  list: ListRows<Row>
  /** contents of the table; screen readers read it first */
  caption: string
  columns: readonly Column<Row>[]
  /** label of the button that loads the next page: 'Meer gebruikers laden'; none for a list that came whole */
  more?: string
  /** marks rows that were made on this screen */
  justMade?: { has: (id: number) => boolean }
  /** many columns: small letters on a small laptop, and icons for the links in the last column */
  isDense?: boolean
  /** for rows that can be selected; their first column holds a `TickBox` */
  ticking?: TickingProps
}

interface TickingProps {
  ticks: Ticks
  /** number of rows, including those that are not loaded */
  found: number
  /** `found` in words */
  counted?: ReactNode
  /** label of the button that selects all rows found, once the loaded ones are selected */
  everyone?: string
}

/** A list as a table, or as cards on a phone: 'select all' above it, the next page below it. */
export function ListTable<Row extends { id: number }>(props: ListTableProps<Row>) {
  const { list, caption, columns, more, justMade, isDense = false, ticking } = props
  const { entities, ordering, arrived, onFocusRow, isOutdated } = list
  // Selecting a row re-renders the checkboxes, not the hundreds of rows around them.
  const table = useMemo(
    () => (
      <Table
        caption={caption}
        columns={columns}
        rows={entities}
        keyOf={idOf}
        ordering={ordering}
        {...(arrived && { arrived })}
        {...(onFocusRow && { onFocusRow })}
        {...(justMade && { isNew: ({ id }: Row) => justMade.has(id) })}
      />
    ),
    [caption, columns, entities, ordering, arrived, onFocusRow, justMade],
  )
  return (
    <div
      className={isDense ? `${styles.list} ${styles.dense}` : styles.list}
      data-layout="stack"
      aria-busy={isOutdated}
    >
      {ticking ? (
        <Ticking {...ticking} rows={entities}>
          {table}
        </Ticking>
      ) : (
        table
      )}
      {more && <LoadMoreButton list={list}>{more}</LoadMoreButton>}
    </div>
  )
}

const idOf = ({ id }: { id: number }) => id

interface TickingRowsProps extends TickingProps {
  rows: readonly { id: number }[]
  children: ReactNode
}

function Ticking({ ticks, found, counted = '', everyone, rows, children }: TickingRowsProps) {
  const { has, toggle } = ticks
  const ids = useMemo(() => rows.map(idOf), [rows])
  const context = useMemo(
    () => ({ has, toggle: (id: number, isRange: boolean) => toggle(id, isRange ? ids : undefined) }),
    [has, toggle, ids],
  )
  return (
    <>
      <TickAll ticks={ticks} ids={ids} found={found} counted={counted}>
        {everyone && !ticks.isAll && (
          <Button tone="quiet" onClick={ticks.tickAll}>
            {everyone}
          </Button>
        )}
      </TickAll>
      <TicksContext value={context}>{children}</TicksContext>
    </>
  )
}

interface LoadMoreButtonProps {
  list: Pick<ListRows<unknown>, 'hasMore' | 'isLoading' | 'loadMore'>
  /** e.g. 'Meer gebruikers laden' */
  children: string
}

export const LoadMoreButton = ({ list, children }: LoadMoreButtonProps) =>
  list.hasMore && (
    <div data-layout="row centered">
      <Button busy={list.isLoading} onClick={list.loadMore}>
        {children}
      </Button>
    </div>
  )

/** Header of the last column, with the actions on one row. */
export const editColumn = { key: 'edit', label: 'Wijzigen', hideLabel: true, align: 'end' } as const

interface SearchFormProps {
  label: string
  /** search in the page's address; the field follows it */
  search: string
  onSearch: (search: string) => void
}

export function SearchForm({ label, search, onSearch }: SearchFormProps) {
  const [typed, setTyped] = useState(search)
  const [followed, setFollowed] = useState(search)
  const [asked, setAsked] = useState<string | null>(null)
  // The address changed. A `key` per search would remount the form, and lose the focus and the text typed since.
  if (search !== followed) {
    setFollowed(search)
    setAsked(null)
    if (search !== asked) setTyped(search)
  }
  const submit = () => {
    const wanted = typed.trim()
    setAsked(wanted)
    onSearch(wanted)
  }
  return (
    <search data-layout="grows" data-width="32">
      <Form className={styles.search} data-layout="row 3 nowrap end bare" data-width="40" onSubmit={submit}>
        <TextField
          label={label}
          placeholder={label}
          type="search"
          maxLength={200}
          autoComplete="on"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" tone="primary">
          Zoeken
        </Button>
      </Form>
    </search>
  )
}
