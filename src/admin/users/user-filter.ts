import { readWrittenDay } from '#domain/calendar/date-input.rules.ts'
import { isId } from '#domain/entities/id.rules.ts'
import { isRole } from '#domain/users/roles.ts'
import type { UserFilter } from '#domain/users/user-filter.schema.ts'

/** Reads the list's filters from the page's address; ignores invalid ones. A number may be a search or a class group too. */
export const readUserFilter = (address: Record<string, unknown>): UserFilter => {
  const { search, type, department, class_group, activated, letter, enrolled, login_before } = address
  const day = typeof login_before === 'string' ? readWrittenDay(login_before) : null
  return {
    ...((typeof search === 'string' || typeof search === 'number') && { search: String(search) }),
    ...(typeof type === 'string' && (isRole(type) || type === 'none') && { type }),
    ...((department === 'none' || isId(department)) && { department }),
    ...(((typeof class_group === 'string' && class_group !== '') || typeof class_group === 'number') && {
      class_group: String(class_group),
    }),
    ...((activated === 'yes' || activated === 'no') && { activated }),
    ...((letter === 'none' || letter === 'expired') && { letter }),
    ...((enrolled === 'never' || enrolled === 'not-this-year') && { enrolled }),
    ...(day !== null && { login_before: day }),
  }
}

export const countFilters = ({ search: _, ...filters }: UserFilter): number =>
  Object.values(filters).filter((value) => value !== undefined).length

/** Filter in the form of an address: without empty parts. */
export const tidyFilter = ({ search, ...filters }: UserFilter): UserFilter => ({
  ...(search && { search }),
  ...readUserFilter(filters),
})
