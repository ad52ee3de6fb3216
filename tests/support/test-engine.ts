/** Source of databases for tests. */
export interface TestEngine {
  name: string
  /** URL of a database with all tables and no rows */
  freshUrl(): Promise<string>
  /** URL of a database that is not migrated yet */
  emptyUrl(): Promise<string>
  remove(url: string): Promise<void>
  /** URL on which to listen for the notifications of this database */
  listenUrl(url: string): string
}
