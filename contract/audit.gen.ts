// Made of the declarations of calls by `npm run contract`.
import type * as auditCalls from './audit.calls.ts'
import { endpoint } from './endpoint.ts'

export const exportAudit = endpoint<typeof auditCalls.exportAudit>('GET', '/audit/export')
export const listAudit = endpoint<typeof auditCalls.listAudit>('GET', '/audit')
