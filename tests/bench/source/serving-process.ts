import { openSourceServer, served } from '#tests/support/api/source-server.ts'

/** A system of a school with so many students, all of whom take the programme 'WIS', as a process: sends its address. */
const [count = '0'] = process.argv.slice(2)
const people = Array.from({ length: Number(count) }, (_, index) => served(String(1_000_000 + index)))
const studies = new Map(people.map(({ personId }) => [personId, 'WIS']))
const { config } = await openSourceServer({ people, studies })
process.send?.(new URL(config.url).origin)
