// Made of the declarations of calls by `npm run contract`.
import type * as pushCalls from './push.calls.ts'
import { endpoint } from './endpoint.ts'

export const deletePushDevice = endpoint<typeof pushCalls.deletePushDevice>('DELETE', '/push/device/:id')
export const editPushPreference = endpoint<typeof pushCalls.editPushPreference>('PUT', '/push/preference')
export const forgetPushDevice = endpoint<typeof pushCalls.forgetPushDevice>('POST', '/push/forget')
export const listPushDevices = endpoint<typeof pushCalls.listPushDevices>('GET', '/push/devices')
export const readPushKey = endpoint<typeof pushCalls.readPushKey>('GET', '/push/key')
export const readPushPreference = endpoint<typeof pushCalls.readPushPreference>('GET', '/push/preference')
export const renewPushDevice = endpoint<typeof pushCalls.renewPushDevice>('POST', '/push/renew')
export const savePushDevice = endpoint<typeof pushCalls.savePushDevice>('PUT', '/push/device')
export const testPushDevice = endpoint<typeof pushCalls.testPushDevice>('POST', '/push/device/:id/test')
