import type { Registry } from 'prom-client'
import type { Deps } from '#api-server/context.ts'
import { sourceCountsSchema } from '#domain/source/source.schema.ts'
import { gaugesIn, sharedReading } from '#server/metrics.ts'

export function measureSource(registry: Registry, { database, clock }: Deps): void {
  const { gauge, gaugeBy } = gaugesIn(registry)
  const read = sharedReading(async () => {
    const source = await database.kysely.selectFrom('source').select(['succeeded_at', 'counts']).executeTakeFirst()
    const sendings = await database.kysely
      .selectFrom('result_sending')
      .select(['state', ({ fn }) => fn.countAll<number>().as('count'), ({ fn }) => fn.min('queued_at').as('oldest')])
      .where('state', 'in', ['waiting', 'refused'])
      .groupBy('state')
      .execute()
    return { source, sendings }
  })
  const ofSuccess = 'When accounts last followed the source to the end; not there before a first run.'
  gauge('source_last_success_timestamp_seconds', ofSuccess, async () => {
    const at = (await read())?.source?.succeeded_at
    return at ? Date.parse(at) / 1_000 : undefined
  })
  gauge('source_people_waiting', 'People of the source that a teacher decides about.', async () => {
    const counts = (await read())?.source?.counts
    return counts ? sourceCountsSchema.parse(JSON.parse(counts)).waiting : 0
  })
  gaugeBy('state', 'source_sendings', 'Published results that did not reach the source.', async () => {
    const sendings = (await read())?.sendings ?? []
    return ['waiting', 'refused'].map((of) => [of, sendings.find(({ state }) => state === of)?.count ?? 0] as const)
  })
  gauge('source_sending_age_seconds', 'How long the oldest result that waits has waited.', async () => {
    const oldest = (await read())?.sendings.find(({ state }) => state === 'waiting')?.oldest
    return oldest ? (clock() - Date.parse(oldest)) / 1_000 : 0
  })
}
