import { inChunks } from '#api-server/queries/in-chunks.ts'
import type { Database } from '#database/engine/open-database.ts'
import { findBearers } from '#database/queries/find-bearers.ts'
import type { LiveStream } from './live-stream.ts'

/** A connection that ended for good need not be tried again soon; its login is over in any case. */
const RETRY = 1_000

/** Ends the connections whose login was revoked or whose account changed since they began. */
export async function endRevoked({ kysely }: Database, streams: readonly LiveStream[]): Promise<void> {
  for (const chunk of inChunks(streams)) {
    const bearers = await findBearers(
      kysely,
      chunk.map(({ reader }) => reader.sessionId),
    )
    const versions = new Map(bearers.map(({ session_id, token_version }) => [session_id, token_version]))
    for (const stream of chunk)
      if (versions.get(stream.reader.sessionId) !== stream.reader.tokenVersion) stream.end(RETRY)
  }
}
