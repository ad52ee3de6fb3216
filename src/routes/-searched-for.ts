/** What users were searched by: of their list, and of the screen of one of them the way back to it. */
export interface UsersSearch {
  search?: string
}

/** A number in the address is what somebody typed as well. */
export const searchedFor = ({ search }: Record<string, unknown>): UsersSearch =>
  typeof search === 'string' || typeof search === 'number' ? { search: String(search) } : {}
