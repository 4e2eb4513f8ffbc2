/** A value without its content: its type, and the length of lists and texts. */
export interface ShapeEntry {
  readonly type: 'OBJECT' | 'LIST' | 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'NULL'
  readonly length: number | null
}

/** The shape of a JSON document: entries by path, for example `$.items`. Values are never part of it. */
export type JsonShape = ReadonlyMap<string, ShapeEntry>

const maxDepth = 3
/** An object with more fields is a dictionary: its keys are data. */
const maxFields = 40
const maxEntries = 400
/** Keys that a programmer wrote. Others, for example numbers, addresses or ids, are data. */
const fieldName = /^[A-Za-z_$][\w$-]{0,39}$/
const digitsOfData = /\d{3}/

/** The shape of a body down to three levels; null for anything but a JSON object or list. */
export function jsonShapeOf(text: string): JsonShape | null {
  const document = parsed(text)
  if (typeof document !== 'object' || document === null) return null
  const shape = new Map<string, ShapeEntry>()
  add(shape, '$', document, 0)
  return shape
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function add(shape: Map<string, ShapeEntry>, path: string, value: unknown, depth: number): void {
  if (shape.size >= maxEntries) return
  shape.set(path, entryOf(value))
  if (depth === maxDepth) return
  // The entries of a list are alike.
  if (Array.isArray(value)) return value.length === 0 ? undefined : add(shape, `${path}[0]`, value[0], depth + 1)
  for (const [name, field] of fieldsOf(value)) add(shape, `${path}.${name}`, field, depth + 1)
}

function fieldsOf(value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return []
  const fields = Object.entries(value)
  if (fields.length > maxFields) return []
  return fields.filter(([name]) => fieldName.test(name) && !digitsOfData.test(name))
}

function entryOf(value: unknown): ShapeEntry {
  if (Array.isArray(value)) return { type: 'LIST', length: value.length }
  if (typeof value === 'string') return { type: 'TEXT', length: value.length }
  if (typeof value === 'number') return { type: 'NUMBER', length: null }
  if (typeof value === 'boolean') return { type: 'BOOLEAN', length: null }
  return { type: value === null ? 'NULL' : 'OBJECT', length: null }
}
