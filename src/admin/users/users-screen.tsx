import { Link, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { roleTexts } from '#domain/users/user.texts.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'
import { ClassGroupFilter, DayFilter, FilterBar } from '#src/parts/list-page/filter-bar.tsx'
import { ImportArrow, ListPage, SearchForm } from '#src/parts/list-page/list-page.tsx'
import { useFollowed } from '#src/parts/use-followed.ts'
import { Options, SelectField } from '#src/ui/field.tsx'
import type { AroundUsers } from './load-users.ts'
import { BarredLogins, LoginNotices } from './logins/login-notices.tsx'
import { type FoundUsers, SearchOutcome } from './search-outcome.tsx'
import { countFilters, readUserFilter, tidyFilter } from './user-filter.ts'
import type { UserListProps } from './user-list.tsx'
import { filterTexts, wayTexts as texts } from './users.texts.ts'

interface UsersScreenProps {
  around: AroundUsers
  filter: UserFilter
  /** the first of them; undefined until they are there */
  found: FoundUsers | undefined
  children: ReactNode
}

export function UsersScreen({ around, filter, found, children }: UsersScreenProps) {
  const navigate = useNavigate()
  const narrow = (wanted: UserFilter) =>
    navigate({ to: '/admin/users', search: tidyFilter(wanted), resetScroll: false })
  return (
    <ListPage
      tools={
        <UserFilters
          filter={filter}
          departments={around.departments}
          classGroups={around.classGroups}
          onFilter={narrow}
        />
      }
    >
      <LoginNotices notices={around.notices} />
      <SearchOutcome filter={filter} found={found} isCounted />
      {children}
      <ul data-layout="row 2 x6 stretch">
        <li>
          <Link to="/admin/import/students" data-layout="inline 1">
            <ImportArrow />
            {texts.import}
          </Link>
        </li>
        <li>
          <Link to="/admin/messages/new" search={{ kind: 'not-activated' }}>
            {texts.notActivated}
          </Link>
        </li>
        <li>
          <Link to="/admin/messages/new" search={{ kind: 'never-enrolled' }}>
            {texts.neverEnrolled}
          </Link>
        </li>
      </ul>
      <BarredLogins barred={around.barred} />
    </ListPage>
  )
}

interface UserFiltersProps extends Omit<UserListProps, 'first'> {
  onFilter: (filter: UserFilter) => Promise<void>
}

/** Filters that few searches need. */
const MORE = ['class_group', 'letter', 'activated', 'enrolled', 'login_before'] as const

function UserFilters({ filter: addressed, departments, classGroups, onFilter }: UserFiltersProps) {
  const [filter, narrow] = useFollowed(addressed, onFilter)
  const { search, ...others } = filter
  const set = (changes: Record<string, unknown>) =>
    narrow({ ...(search !== undefined && { search }), ...readUserFilter({ ...others, ...changes }) })
  return (
    <FilterBar
      label="Filters"
      search={
        <SearchForm
          label={filterTexts.search}
          search={search ?? ''}
          onSearch={(wanted) => narrow({ ...filter, search: wanted })}
        />
      }
      hasMore={MORE.some((name) => filter[name] !== undefined)}
      more={
        <>
          <ClassGroupFilter
            chosen={filter.class_group}
            classGroups={classGroups}
            onChoose={(class_group) => set({ class_group })}
          />
          <SelectField
            label="Account"
            value={filter.letter ?? filter.activated ?? ''}
            onChange={({ target: { value } }) => set({ activated: value, letter: value })}
          >
            <option value="">{filterTexts.all}</option>
            <Options of={Object.entries(filterTexts.account)} />
          </SelectField>
          <SelectField
            label="Inschrijvingen"
            value={filter.enrolled ?? ''}
            onChange={({ target }) => set({ enrolled: target.value })}
          >
            <option value="">{filterTexts.all}</option>
            <option value="not-this-year">{filterTexts.notThisYear}</option>
            <option value="never">{filterTexts.neverEnrolled}</option>
          </SelectField>
          <DayFilter
            label="Ingelogd vóór"
            title={filterTexts.loginBefore}
            noDay={filterTexts.noDay}
            day={filter.login_before}
            onChoose={(day) => set({ login_before: day })}
          />
        </>
      }
      count={countFilters(filter)}
      onClear={() => narrow(search === undefined ? {} : { search })}
    >
      <SelectField label="Type" value={filter.type ?? ''} onChange={({ target }) => set({ type: target.value })}>
        <option value="">{filterTexts.all}</option>
        <Options of={Object.entries(roleTexts).map(([role, { label }]) => [role, label])} />
        <option value="none">Geen</option>
      </SelectField>
      <SelectField
        label="Studierichting"
        value={filter.department ?? ''}
        onChange={({ target: { value } }) => set({ department: value === 'none' ? value : Number(value) })}
      >
        <option value="">{filterTexts.all}</option>
        <Options of={departments.map(({ id, name, archived }) => [id, archived ? `${name} (gearchiveerd)` : name])} />
        <option value="none">Geen</option>
      </SelectField>
    </FilterBar>
  )
}
