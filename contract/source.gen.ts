// Made of the declarations of calls by `npm run contract`.
import type * as sourceCalls from './source.calls.ts'
import { endpoint } from './endpoint.ts'

export const decideSource = endpoint<typeof sourceCalls.decideSource>('POST', '/source/decision')
export const editSource = endpoint<typeof sourceCalls.editSource>('PUT', '/source')
export const getSource = endpoint<typeof sourceCalls.getSource>('GET', '/source')
export const giveSourceVerdict = endpoint<typeof sourceCalls.giveSourceVerdict>('POST', '/source/people')
export const hurrySource = endpoint<typeof sourceCalls.hurrySource>('POST', '/source/hurry')
export const listRefusedResults = endpoint<typeof sourceCalls.listRefusedResults>('GET', '/source/results/:paging')
export const listSourcePeople = endpoint<typeof sourceCalls.listSourcePeople>('GET', '/source/people')
export const previewSourceVerdict = endpoint<typeof sourceCalls.previewSourceVerdict>('POST', '/source/people/preview', { kind: 'question' })
export const runSource = endpoint<typeof sourceCalls.runSource>('POST', '/source/run')
export const settleRefusedResults = endpoint<typeof sourceCalls.settleRefusedResults>('POST', '/source/results')
export const trySource = endpoint<typeof sourceCalls.trySource>('POST', '/source/trial', { kind: 'question' })
