import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Deadline } from '#egress'
import { workOnSchema } from './schema-processes.ts'
import type { SchemaResult } from './schema-processes.ts'

const cachedBytes = 8 * 1024 * 1024

/** Described proto files by the hash of their text: parsing takes a process, and a check has the same text every time. */
const described = new LRUCache<string, Extract<SchemaResult, { kind: 'described' }>>({
  maxSize: cachedBytes,
  sizeCalculation: ({ file }) => file.length + 100,
})

/** The descriptor of a proto file, from memory or by parsing it. */
export async function describeProto(text: string, accountId: string, deadline: Deadline): Promise<SchemaResult> {
  const key = createHash('sha256').update(text).digest('base64')
  const known = described.get(key)
  if (known) return known
  const done = await workOnSchema({ kind: 'describe', text }, accountId, deadline)
  if (done.kind === 'described') described.set(key, done)
  return done
}
