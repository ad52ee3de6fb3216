import { ApiError } from '#src/api/api-error.ts'

/** The id in an address. Throws what the server would answer where it can be nobody's, without asking. */
export function recordIdOf(text: string): number {
  if (!/^[1-9]\d{0,14}$/.test(text)) throw new ApiError({ status: 404, reason: 'not-found' })
  return Number(text)
}

/** What users were searched by: of their list, and of the screen of one of them the way back to it. */
interface UsersSearch {
  search?: string
}

/** A number in the address is what somebody typed as well. */
export const searchedFor = ({ search }: Record<string, unknown>): UsersSearch =>
  typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}
