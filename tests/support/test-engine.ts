/** Where tests get databases from: each fresh and migrated. */
export interface TestEngine {
  name: string
  freshUrl(): Promise<string>
  remove(url: string): Promise<void>
}
