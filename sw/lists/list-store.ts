import type { KeptList } from '#sw/store.schema.ts'

/** Lets an answer be kept that was asked for when it was given out, unless somebody logged out since. */
export type Ticket = number

export interface Found {
  list: KeptList | null
  /** news was announced since it was kept */
  isOutdated: boolean
  /** null: nothing can be kept */
  ticket: Ticket | null
}

/** What the device keeps of the server's answers, of one person at a time. */
export interface ListStore {
  find(reader: number, url: string): Promise<Found>
  /** For as long as they belong to its reader. */
  keep(list: KeptList, ticket: Ticket): Promise<void>
  /** The server gives it to this reader no more. */
  drop(reader: number, url: string, ticket: Ticket): Promise<void>
  /** Wipes what was kept for anybody else; for nobody (null), all. Gives whether they were not this owner's yet. */
  giveTo(owner: number | null): Promise<boolean>
  /** What is kept of it is like this from now on. The server's next answer takes its place, whatever its tag was. */
  amend(reader: number, url: string, body: string): Promise<void>
  /** Says that there is news, which the lists do not have. */
  outdate(): Promise<void>
}
