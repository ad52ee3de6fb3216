import { readFileSync } from 'node:fs'
import { encode } from 'uqr'
import { doorCode } from '#api-server/facts/door-code.ts'
import { readKeys } from '#server/keys.ts'
import type { Product } from './product.ts'

/** The code of a student at a moment, if it was never renewed. */
export async function codesOf({ environment }: Product): Promise<(user_id: number, testmoment_id: number) => string> {
  const { doorCodes } = await readKeys(environment.DATA_DIR ?? '')
  return (user_id, testmoment_id) => doorCode(doorCodes, { user_id, testmoment_id, generation: 0 })
}

/** Rows of pictures that other programs made; tests/screens/qr-pictures.test.ts names them. */
export const picturesByOthers: readonly { text: string; rows: string[] }[] = JSON.parse(
  readFileSync('tests/fixtures/qr-pictures.json', 'utf8'),
)

/** Rows of a code's picture, of which dark modules are '#'. */
export const rowsOf = (text: string): string[] =>
  encode(text, { ecc: 'M', border: 0 }).data.map((row) => row.map((isDark) => (isDark ? '#' : '.')).join(''))

export interface HeldBefore {
  /** puts a picture before the camera in place of the last */
  hold(rows: readonly string[], text: string): void
  /** turns the camera off, as another app or a switch on the device does */
  turnOff(): void
}

/**
 * Runs in the page: replaces the camera by one that sees what `heldBefore.hold` is given. With `hasReader` the browser has a reader
 * of its own, as Chrome on Android does and none on a test machine.
 */
export function replaceCamera(hasReader: boolean): void {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: 480, height: 360 })
  const paper = canvas.getContext('2d')
  if (!paper) throw new Error('no canvas here')
  let held = ''
  let rows: readonly string[] = []
  const draw = () => {
    const module = 8
    paper.fillStyle = 'white'
    paper.fillRect(0, 0, canvas.width, canvas.height)
    paper.fillStyle = 'black'
    const [left, top] = [(canvas.width - rows.length * module) / 2, (canvas.height - rows.length * module) / 2]
    for (const [y, row] of rows.entries())
      for (const [x, shade] of [...row].entries())
        if (shade === '#') paper.fillRect(left + x * module, top + y * module, module, module)
  }
  // A camera goes on while nothing moves before it.
  setInterval(draw, 100)
  let track: MediaStreamTrack | undefined
  navigator.mediaDevices.getUserMedia = async () => {
    const stream = canvas.captureStream(10)
    track = stream.getVideoTracks()[0]
    return stream
  }
  const heldBefore: HeldBefore = {
    hold: (picture, text) => {
      rows = picture
      held = text
    },
    turnOff: () => track?.dispatchEvent(new Event('ended')),
  }
  class OwnReader {
    static async getSupportedFormats() {
      return ['qr_code']
    }
    async detect(video: unknown) {
      if (!(video instanceof HTMLVideoElement) || video.readyState < 2) throw new Error('no picture yet')
      return held ? [{ rawValue: held }] : []
    }
  }
  Object.assign(window, { heldBefore, BarcodeDetector: hasReader ? OwnReader : undefined })
}
