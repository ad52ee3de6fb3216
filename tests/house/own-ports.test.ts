import { expect, test } from 'vitest'
import { readConfig } from '#server/config.ts'
import { refusePortsInUse } from '../../scripts/product/start-servers.ts'

const start = (settings: Record<string, string>) => refusePortsInUse(readConfig(settings))

test('two servers of ours are not given one port: the second would find the first one there, again and again', async () => {
  await expect(start({ PORT: '3001' })).rejects.toThrow('PUSH_PORT en PORT zijn allebei 3001')
  await expect(start({ METRICS_PORT: '3000' })).rejects.toThrow('METRICS_PORT en PORT zijn allebei 3000')
})

test('any free port may be asked for twice', async () => {
  await expect(start({ PORT: '0', PUSH_PORT: '0', METRICS_PORT: '0' })).resolves.toBeUndefined()
})
