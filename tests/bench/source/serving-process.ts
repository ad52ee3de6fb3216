import { openSourceServer, served } from '#tests/support/api/source-server.ts'

/** Process that serves a school's own system, and sends its address. All its students take the programme 'WIS'. */
const [count = '0'] = process.argv.slice(2)
const people = Array.from({ length: Number(count) }, (_, index) => served(String(1_000_000 + index)))
const studies = new Map(people.map(({ personId }) => [personId, 'WIS']))
const { config } = await openSourceServer({ people, studies })
process.send?.(new URL(config.url).origin)
