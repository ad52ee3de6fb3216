import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** In every line of the log about a request, and in its answer, so that somebody can quote it. */
export const REQUEST_ID = 'x-request-id'

/** As nginx, Caddy and most others make them; nothing that could pass for another line or field of a log. */
const PLAUSIBLE = /^[\w.-]{8,64}$/

/**
 * The id of a request: of a web server in front that is trusted (addresses or ranges) the one that it gave, so that both
 * logs speak of the same; for anybody else a new one.
 */
export function createRequestIds(trusted: readonly string[]): (request: IncomingMessage) => string {
  const next = countedIds()
  const trusts = listed(trusted)
  return ({ headers, socket }) => {
    const given = headers[REQUEST_ID]
    const taken = typeof given === 'string' && PLAUSIBLE.test(given) && trusts(socket.remoteAddress ?? '')
    return taken ? given : next()
  }
}

/** Call it before any hook that may answer. */
export function tellRequestIds(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header(REQUEST_ID, request.id)
    done()
  })
}

/** Ids that stay apart over restarts and processes, at the price of one addition each. */
function countedIds(): () => string {
  const process = randomBytes(6).toString('base64url')
  let count = 0
  return () => {
    count += 1
    return `${process}-${count.toString(36)}`
  }
}

function listed(addresses: readonly string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const entry of addresses) {
    const [address = '', bits] = entry.split('/')
    const family = familyOf(address)
    if (family && bits !== undefined && Number.isInteger(Number(bits))) list.addSubnet(address, Number(bits), family)
    else if (family && bits === undefined) list.addAddress(address, family)
  }
  return (address) => {
    const family = familyOf(address)
    return family !== undefined && list.check(address, family)
  }
}

function familyOf(address: string): 'ipv4' | 'ipv6' | undefined {
  const version = isIP(address)
  return version === 0 ? undefined : version === 4 ? 'ipv4' : 'ipv6'
}
