import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

const PAGE = 250
const MOST_TIMES = 100

interface Reading {
  port: number
  clientId: string
  secret: string
}

export interface Harvest {
  associations: number
  pages: number
  /** How often the server was busy and asked to come back later. */
  waits: number
  seconds: number
}

const tokenSchema = z.object({ access_token: z.string() })
const pageSchema = z.object({
  items: z.array(z.record(z.string(), z.unknown())),
  ext: z.object({ next: z.string() }).optional(),
})

/** Reads the associations of every offering, page after page, as a system does that copies all. Waits as long as a busy server asks. */
export async function harvest({ port, clientId, secret }: Reading): Promise<Harvest> {
  const base = `http://127.0.0.1:${port}/oeapi`
  const granted = await fetch(`${base}/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${secret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  })
  const { access_token } = tokenSchema.parse(await granted.json())
  let pages = 0
  let waits = 0
  const read = async (path: string) => {
    const { pathname, search } = new URL(path, base)
    for (let time = 0; time < MOST_TIMES; time += 1) {
      const answer = await fetch(`http://127.0.0.1:${port}${pathname}${search}`, {
        headers: { authorization: `Bearer ${access_token}` },
      })
      if (answer.ok) return pageSchema.parse(await answer.json())
      if (answer.status !== 429 && answer.status !== 503) throw new Error(`${path} was answered ${answer.status}`)
      waits += 1
      await setTimeout(Number(answer.headers.get('retry-after') ?? 1) * 1_000)
    }
    throw new Error(`${path} was refused ${MOST_TIMES} times`)
  }
  async function* all(path: string) {
    let next: string | undefined = `${path}pageSize=${PAGE}`
    while (next !== undefined) {
      const { items, ext }: z.infer<typeof pageSchema> = await read(next)
      pages += 1
      yield* items
      next = ext?.next
    }
  }
  const [organisation] = (await read('/oeapi/v6/organisations')).items
  const offerings: string[] = []
  for await (const one of all(
    `/oeapi/v6/organisations/${organisation?.organisationId}/test-component-offerings?since=2019-01-01&`,
  ))
    if (Number(one.enrolledNumberStudents) > 0) offerings.push(String(one.testComponentOfferingId))
  const started = performance.now()
  pages = 0
  let associations = 0
  for (const id of offerings)
    for await (const _ of all(`/oeapi/v6/test-component-offerings/${id}/test-component-offering-associations?`))
      associations += 1
  return { associations, pages, waits, seconds: (performance.now() - started) / 1_000 }
}
