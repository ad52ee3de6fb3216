import { Registry } from 'prom-client'
import { expect, onTestFinished, test } from 'vitest'
import { serveMetrics } from '#server/metrics.ts'
import { freePort } from '#tests/support/free-port.ts'

const errors: string[] = []
const log = { info: () => undefined, error: (_: object, message?: string) => void errors.push(message ?? '') }
const HOST = '127.0.0.1'

const serve = async (port: number | undefined) => {
  const end = await serveMetrics(new Registry(), { host: HOST, port }, log)
  onTestFinished(end)
  return end
}

test('there is one page, with the metrics of the process itself too, and nothing is listening after the end', async () => {
  const port = await freePort()
  const end = await serve(port)
  const reply = await fetch(`http://${HOST}:${port}/metrics`)
  expect(reply.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  const text = await reply.text()
  for (const name of [
    'nodejs_eventloop_lag_p50_seconds',
    'nodejs_eventloop_lag_p99_seconds',
    'nodejs_gc_duration_seconds',
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
  ])
    expect(text).toContain(`# TYPE ${name} `)
  expect((await fetch(`http://${HOST}:${port}/`)).status).toBe(404)
  expect((await fetch(`http://${HOST}:${port}/metrics`, { method: 'POST' })).status).toBe(404)
  await end()
  await expect(fetch(`http://${HOST}:${port}/metrics`)).rejects.toThrow('fetch failed')
})

test('a port that is taken is logged, and nothing else fails', async () => {
  const port = await freePort()
  await serve(port)
  await (await serve(port))()
  expect(errors).toEqual(['no metrics'])
})

test('without a port nothing is served', async () => {
  await serve(undefined)
  expect(errors).not.toContain('metrics')
})
