import { Gauge, type Registry } from 'prom-client'
import type { Deps } from '#api-server/context.ts'
import { sourceCountsSchema } from '#domain/source/source.schema.ts'
import { sharedReading } from '#server/metrics.ts'

export function measureSource(registry: Registry, { database, clock }: Deps): void {
  const registers = [registry]
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
  new Gauge({
    name: 'source_last_success_timestamp_seconds',
    help: 'When accounts last followed the source to the end; not there before a first run.',
    registers,
    async collect() {
      const at = (await read())?.source?.succeeded_at
      if (at) this.set(Date.parse(at) / 1_000)
      else this.remove()
    },
  })
  new Gauge({
    name: 'source_people_waiting',
    help: 'People of the source that a teacher decides about.',
    registers,
    async collect() {
      const counts = (await read())?.source?.counts
      this.set(counts ? sourceCountsSchema.parse(JSON.parse(counts)).waiting : 0)
    },
  })
  new Gauge({
    name: 'source_sendings',
    help: 'Published results that did not reach the source.',
    labelNames: ['state'],
    registers,
    async collect() {
      this.reset()
      const sendings = (await read())?.sendings ?? []
      for (const state of ['waiting', 'refused'] as const)
        this.set({ state }, sendings.find((one) => one.state === state)?.count ?? 0)
    },
  })
  new Gauge({
    name: 'source_sending_age_seconds',
    help: 'How long the oldest result that waits has waited.',
    registers,
    async collect() {
      const oldest = (await read())?.sendings.find(({ state }) => state === 'waiting')?.oldest
      this.set(oldest ? (clock() - Date.parse(oldest)) / 1_000 : 0)
    },
  })
}
