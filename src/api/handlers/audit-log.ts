import { defaultCursorPageSize } from '#contract'
import type { AuditEntryResource, Handlers } from '#contract'
import { listAuditLog, readAuditLog } from '#reporting'
import type { AuditLogRow } from '#storage'
import { auditCsvHeader, auditCsvLine, presentAuditEntry } from '../presenters/audit-entry.ts'
import type { RequestContext } from '../request-context.ts'
import { callerOf } from './caller-of.ts'

async function* linesOf(
  header: string,
  pages: AsyncIterable<readonly AuditLogRow[]>,
  write: (entry: AuditEntryResource) => string,
): AsyncGenerator<string> {
  yield header
  for await (const rows of pages) yield rows.map((row) => write(presentAuditEntry(row))).join('')
}

const asFile = (name: string, context: RequestContext): void =>
  context.setHeader('content-disposition', `attachment; filename="${name}"`)

export const auditLogHandlers = {
  listAuditLog: async ({ query }, context) => {
    const { limit = defaultCursorPageSize, nextId } = query
    const page = await listAuditLog(context.store, callerOf(context), query, { limit, nextId })
    return { length: page.items.length, entries: page.items.map(presentAuditEntry), nextId: page.nextId }
  },

  exportAuditLogCsv: async ({ query }, context) => {
    const pages = await readAuditLog(context.store, callerOf(context), query, context.signal)
    asFile('audit-log.csv', context)
    return linesOf(auditCsvHeader, pages, auditCsvLine)
  },

  exportAuditLogLines: async ({ query }, context) => {
    const pages = await readAuditLog(context.store, callerOf(context), query, context.signal)
    asFile('audit-log.jsonl', context)
    return linesOf('', pages, (entry) => `${JSON.stringify(entry)}\n`)
  },
} satisfies Partial<Handlers<RequestContext>>
