import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'

/** One browser's connection, over which short texts go to and fro. */
export interface TextSocket {
  send(text: string): void
  end(): void
}

const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'
const TEXT = 0x1
const CLOSE = 0x8
const PING = 0x9
const PONG = 0xa

/**
 * The server's side of a WebSocket (RFC 6455), as much of it as short texts in whole frames need: enough for what a
 * browser's push client says. `protocol` is the one that was agreed on.
 */
export function acceptTextSocket(
  { headers }: IncomingMessage,
  socket: Duplex,
  { protocol, onText }: { protocol: string; onText: (text: string) => void },
): TextSocket {
  const accept = createHash('sha1').update(`${headers['sec-websocket-key']}${GUID}`).digest('base64')
  const answer = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
  answer.push(`Sec-WebSocket-Accept: ${accept}`, `Sec-WebSocket-Protocol: ${protocol}`, '', '')
  socket.write(answer.join('\r\n'))

  let unread: Buffer = Buffer.alloc(0)
  socket.on('data', (chunk: Buffer) => {
    unread = Buffer.concat([unread, chunk])
    for (let frame = readFrame(unread); frame; frame = readFrame(unread)) {
      unread = unread.subarray(frame.size)
      if (frame.kind === TEXT) onText(frame.content.toString())
      if (frame.kind === PING) socket.write(writeFrame(PONG, frame.content))
      if (frame.kind === CLOSE) socket.end(writeFrame(CLOSE, frame.content))
    }
  })
  // A browser that is closed may leave its connection in the middle.
  socket.on('error', () => socket.destroy())
  return {
    send: (text) => socket.write(writeFrame(TEXT, Buffer.from(text))),
    end: () => socket.destroy(),
  }
}

/** The first frame in what has come in, or null while it is not all there. Browsers mask theirs (§5.3). */
function readFrame(bytes: Buffer): { kind: number; content: Buffer; size: number } | null {
  if (bytes.length < 6) return null
  const kind = bytes.readUInt8(0) & 0x0f
  const short = bytes.readUInt8(1) & 0x7f
  if (short === 127) throw new Error('a frame of more than 64 kB')
  const start = short === 126 ? 8 : 6
  if (bytes.length < start) return null
  const length = short === 126 ? bytes.readUInt16BE(2) : short
  if (bytes.length < start + length) return null
  const mask = bytes.subarray(start - 4, start)
  const content = Buffer.from(bytes.subarray(start, start + length))
  for (let index = 0; index < length; index++) content[index] = (content[index] ?? 0) ^ (mask[index % 4] ?? 0)
  return { kind, content, size: start + length }
}

function writeFrame(kind: number, content: Buffer): Buffer {
  const { length } = content
  const head = length < 126 ? [0x80 | kind, length] : [0x80 | kind, 126, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), content])
}
