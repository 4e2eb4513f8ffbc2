import type { AuditAction, AuditChange, AuditResourceType } from '#contract'
import type { Encryption } from '#kernel'
import { auditedTableOf } from './audited-tables.ts'
import type { AuditedTable, RowFields } from './audited-tables.ts'
import { differencesOf } from './differences.ts'
import { visibleFields } from './hidden-values.ts'

/** A row before and after, as the database captured it. */
export interface CapturedChange {
  readonly source: string
  readonly before: RowFields | null
  readonly after: RowFields | null
}

/** The resource of a request by its address, which is all that is known of some parts. */
export interface AuditSubject {
  readonly type: AuditResourceType | null
  readonly id: string | null
}

/** The part of an entry about one resource. */
export interface AuditedChange {
  /** Null: every account of the user. */
  readonly accountId: string | null
  readonly ofUserId: string | null
  readonly action: AuditAction
  readonly type: AuditResourceType
  readonly id: string | null
  readonly name: string | null
  readonly changes: readonly AuditChange[]
}

interface Collected {
  readonly type: AuditResourceType
  readonly id: string | null
  readonly any: RowFields
  before: Record<string, unknown>
  after: Record<string, unknown>
  action: AuditAction | null
  name: string | null
}

/** One change for each resource: its own row and its parts together, from the first state to the last. */
export function collectChanges(
  captured: readonly CapturedChange[],
  subject: AuditSubject,
  encryption: Encryption,
): AuditedChange[] {
  const resources = new Map<string, Collected>()
  for (const change of captured) {
    const row = change.after ?? change.before
    const table = row && auditedTableOf(change.source, row, subject.type)
    if (row && table) add(resources, table, change, { row, subject, encryption })
  }
  return [...resources.values()].flatMap(entryOf)
}

interface Adding {
  readonly row: RowFields
  readonly subject: AuditSubject
  readonly encryption: Encryption
}

function add(
  resources: Map<string, Collected>,
  table: AuditedTable,
  { before, after }: CapturedChange,
  { row, subject, encryption }: Adding,
): void {
  const id = idOf(table, row, resources, subject)
  const key = `${table.type} ${id ?? ''}`
  const known = resources.get(key)
  const found: Collected = known ?? {
    type: table.type,
    id,
    any: row,
    before: {},
    after: {},
    action: null,
    name: null,
  }
  resources.set(key, found)
  const fieldsOf = (version: RowFields | null): Record<string, unknown> | null =>
    version && visibleFields(version, encryption)
  if (table.part) return addPart(found, partNameOf(table.part, row), fieldsOf(before), fieldsOf(after))
  found.name = table.name === undefined ? null : textOf(row[table.name])
  if (table.isPerformed) return addPerformed(found, fieldsOf(before), fieldsOf(after))
  found.action = actionOf(found.action, before, after)
  if (before && Object.keys(found.before).every((name) => name.includes('[')))
    Object.assign(found.before, fieldsOf(before))
  for (const name of Object.keys(found.after)) if (!name.includes('[')) delete found.after[name]
  Object.assign(found.after, fieldsOf(after))
}

/** Beside its settings, should they change as well. */
function addPerformed(
  found: Collected,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): void {
  found.action ??= 'PERFORMED'
  found.before = { ...before, ...found.before }
  Object.assign(found.after, after)
}

/** A part that goes and comes again has changed as a whole. */
function addPart(
  found: Collected,
  name: string,
  before: Record<string, unknown> | null,
  after: Record<string, unknown> | null,
): void {
  if (before && !(name in found.before) && !(name in found.after)) found.before[name] = withoutIds(before)
  if (after) found.after[name] = withoutIds(after)
  else delete found.after[name]
}

const withoutIds = ({ id: _id, ...fields }: Record<string, unknown>): Record<string, unknown> => fields

const partNameOf = ({ field, by }: NonNullable<AuditedTable['part']>, row: RowFields): string =>
  `${field}[${by.map((column) => textOf(row[column]) ?? '').join(' ')}]`

function idOf(
  { id, type }: AuditedTable,
  row: RowFields,
  resources: ReadonlyMap<string, Collected>,
  subject: AuditSubject,
): string | null {
  if (id !== null) return textOf(row[id])
  const known = [...resources.values()].find((resource) => resource.type === type)
  return known?.id ?? subject.id
}

const textOf = (value: unknown): string | null =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : null

/** The action by the first and the last change of a row. */
function actionOf(earlier: AuditAction | null, before: RowFields | null, after: RowFields | null): AuditAction {
  if (after === null) return 'DELETED'
  if (earlier === 'CREATED' || (earlier === null && before === null)) return 'CREATED'
  return 'UPDATED'
}

function entryOf({ type, id, any, before, after, action, name }: Collected): AuditedChange[] {
  const changes = differencesOf(action === 'CREATED' ? null : before, action === 'DELETED' ? null : after)
  if (changes.length === 0 && action !== 'CREATED' && action !== 'DELETED') return []
  const [accountId, ofUserId] = [textOf(any['account_id']), textOf(any['user_id'])]
  return [{ accountId, ofUserId, action: action ?? 'UPDATED', type, id, name, changes }]
}
