import { startServices } from '#tests/harness/push/answering-services.ts'
import type { BenchRow } from '../result-table.ts'
import { badOriginRow, openingRow } from './opening-rows.ts'
import { sendingRows } from './sending-rows.ts'

/** `npm run bench push`: what a push takes, beside web-push, and how long after an opening everyone's push service has it. */
export async function benchPush(): Promise<BenchRow[]> {
  const services = await startServices(3)
  try {
    return [...(await sendingRows(services)), await openingRow(services), await badOriginRow()]
  } finally {
    await services.stop()
  }
}
