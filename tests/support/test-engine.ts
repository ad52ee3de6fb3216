/** Where tests get databases from. */
export interface TestEngine {
  name: string
  /** of a database with all tables and no rows */
  freshUrl(): Promise<string>
  /** of a database that nobody has migrated yet */
  emptyUrl(): Promise<string>
  remove(url: string): Promise<void>
  /** where to listen for what happens in the database of this url */
  listenUrl(url: string): string
}
