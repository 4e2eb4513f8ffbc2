import { defaultCursorPageSize } from '#contract'
import type { Handlers } from '#contract'
import { listAuditLog, readAuditLog } from '#reporting'
import { auditCsv, presentAuditEntry } from '../presenters/audit-entry.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'
import { asFile, linesOf } from './text-file.ts'

export const auditLogHandlers = {
  listAuditLog: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const page = await listAuditLog(context.store, callerOf(context), query, { limit, nextId })
    return { length: page.items.length, entries: page.items.map(presentAuditEntry), nextId: page.nextId }
  },

  exportAuditLogCsv: async ({ query }, context) => {
    const pages = await readAuditLog(context.store, callerOf(context), query, context.signal)
    asFile('audit-log.csv', context)
    return linesOf(auditCsv.header, pages, (row) => auditCsv.line(presentAuditEntry(row)))
  },

  exportAuditLogLines: async ({ query }, context) => {
    const pages = await readAuditLog(context.store, callerOf(context), query, context.signal)
    asFile('audit-log.jsonl', context)
    return linesOf('', pages, (row) => `${JSON.stringify(presentAuditEntry(row))}\n`)
  },
} satisfies Partial<Handlers<RequestContext>>
